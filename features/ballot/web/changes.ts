/** Changes that a doubter may make before computing again. The check must then report a difference. */
export const lineChanges = ['entry', 'weight', 'gone', 'source'] as const
export type LineChange = (typeof lineChanges)[number]
export type ChangedLine = { line: number | null; before: string; after: string }

const LF = 10
const bytes = new TextEncoder()
const text = new TextDecoder()

/** Finds a line that allows a change. The search begins in the middle of the list. */
const middleLine = (
  list: Uint8Array,
  fits: (line: string) => boolean,
): { from: number; to: number; line: number; says: string } | undefined => {
  const starts: number[] = []
  for (let at = list.indexOf(LF, list.indexOf(LF) + 1) + 1; at > 0 && at < list.length; at = list.indexOf(LF, at) + 1)
    starts.push(at)
  const middle = starts.length >> 1
  for (let step = 0; step < starts.length; step++) {
    const nth = (middle + step) % starts.length
    const from = starts[nth]!
    const to = list.indexOf(LF, from)
    const says = text.decode(list.subarray(from, to))
    if (fits(says)) return { from, to, line: nth + 3, says }
  }
  return undefined
}
const joined = (...parts: Uint8Array[]): Uint8Array => {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** Returns a copy of the list with one change. The copy is a valid list. */
export const changedList = (
  list: Uint8Array,
  change: Exclude<LineChange, 'source'>,
): { list: Uint8Array; changed: ChangedLine } | undefined => {
  const found = middleLine(list, (line) =>
    change === 'weight' ? !line.endsWith('!') : change === 'entry' || line.split(' ')[1] === '-',
  )
  if (!found) return undefined
  const { from, to, line, says } = found
  if (change === 'gone')
    return { list: joined(list.subarray(0, from), list.subarray(to + 1)), changed: { line, before: says, after: '' } }
  const weight = Number(/(\d+)$/.exec(says)?.[1])
  const after =
    change === 'weight'
      ? says.replace(/\d+$/, String(weight < 200 ? weight + 1 : weight - 1))
      : `${says.slice(0, 31)}${(Number.parseInt(says[31]!, 16) ^ 1).toString(16)}${says.slice(32)}`
  return {
    list: joined(list.subarray(0, from), bytes.encode(after), list.subarray(to)),
    changed: { line, before: says, after },
  }
}

export const changedSource = (said: string): string => {
  const last = said.at(-1) ?? ''
  const next = /[0-8a-e]/i.test(last) ? String.fromCharCode(last.charCodeAt(0) + 1) : '0'
  return said.slice(0, said.length - last.length) + next
}
