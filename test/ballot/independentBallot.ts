/* The draw of a ballot, written a second time. It follows docs/ballot.md and uses no code of features/ballot. If both
   implementations agree byte by byte, the page describes the draw completely. This code is written for reading
   beside the page, and not for speed. */

import { createHash } from 'node:crypto'

type Entry = { id: string; group: string; weights: number[]; direct: boolean }
type Unit = { id: string; members: Entry[]; weights: number[] }
type Rules = {
  places: number
  segments: { places?: number }[]
  groups: 'skip' | 'stop'
  source: { kind: 'beacon' } | { kind: 'number' }
}

const sha256 = (...parts: (Buffer | string)[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

// Section 1 of the page: the list.

/**
 * Checks JSON with a reader of our own. Throws if an object has two members of one name, or if the number of places or
 * of a round has other signs than digits. JSON.parse would hide both faults.
 */
function everyMemberOnce(json: string): void {
  let at = 0
  const next = (): string => {
    while (' \t\r'.includes(json[at] ?? '.')) at += 1
    return json[at] ?? ''
  }
  /** Reads a value. `path` holds the names of the members that lead to the value, and null for each list on the way. */
  const value = (path: (string | null)[]): void => {
    if (next() === '{') {
      const names = new Set<string>()
      at += 1
      while (next() !== '}') {
        if (json[at] === ',') at += 1
        next()
        const name = text()
        if (names.has(name)) throw new Error('a member twice')
        names.add(name)
        next()
        at += 1 // This is the colon.
        value([...path, name])
      }
      at += 1
    } else if (json[at] === '[') {
      at += 1
      while (next() !== ']') {
        if (json[at] === ',') at += 1
        value([...path, null])
      }
      at += 1
    } else if (json[at] === '"') text()
    else {
      const from = at
      while (at < json.length && !',]} \t\r'.includes(json[at]!)) at += 1
      const counted = [['places'], ['segments', null, 'places'], ['source', 'round']].some(
        (one) => JSON.stringify(one) === JSON.stringify(path),
      )
      if (counted && !/^(0|[1-9]\d*)$/.test(json.slice(from, at))) throw new Error('not in digits alone')
    }
  }
  const text = (): string => {
    const from = at
    at += 1
    while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1
    at += 1
    return JSON.parse(json.slice(from, at)) as string
  }
  value([])
}

function readList(list: string): { rules: Rules; entries: Entry[] } {
  const lines = list.split('\n')
  if (lines.pop() !== '') throw new Error('the last line has no LF')
  const [method, ruleLine, ...rest] = lines
  if (method !== 'startline-ballot 1' || ruleLine === undefined) throw new Error('not a list of this method')
  const rules = JSON.parse(ruleLine) as Rules
  everyMemberOnce(ruleLine)
  if (rules.groups !== 'skip' && rules.groups !== 'stop') throw new Error('groups is neither skip nor stop')
  const entries = rest.map((line): Entry => {
    if (!/^[0-9a-f]{32} (-|[0-9a-f]{32}) (!|(0|[1-9]\d*)(,(0|[1-9]\d*))*)$/.test(line)) throw new Error('no entry')
    const [id = '', group = '', weights = ''] = line.split(' ')
    const direct = weights === '!'
    if (!direct && Number(weights.split(',').at(-1)) < 1) throw new Error('the last weight is at least 1')
    return { id, group, direct, weights: direct ? [] : weights.split(',').map(Number) }
  })
  return { rules, entries }
}

// Section 2 of the page: the seed.

function sourceBytes(rules: Rules, source: string): Buffer {
  if (rules.source.kind === 'beacon') return Buffer.from(source, 'hex')
  const space = String.raw`[\u0009-\u000d\ufeff\u2028\u2029\p{Zs}]+`
  return Buffer.from(source.replace(new RegExp(`^${space}|${space}$`, 'gu'), ''), 'utf8')
}

// Groups the entries into units with their scores, by docs/ballot.md section 3.

function unitsOf(entries: Entry[], segments: number): Unit[] {
  const byId = new Map<string, Entry[]>()
  for (const entry of entries) {
    const id = entry.group === '-' ? entry.id : entry.group
    byId.set(id, [...(byId.get(id) ?? []), entry])
  }
  return [...byId].map(([id, members]) => ({
    id,
    members,
    weights: Array.from({ length: segments }, (_, s) => Math.min(...members.map((entry) => entry.weights[s]!))),
  }))
}

function inOrder(units: Unit[], seed: Buffer, s: number): Unit[] {
  const scored = units.map((unit) => {
    const tickets = Array.from({ length: unit.weights[s]! }, (_, t) =>
      sha256(seed, Buffer.from(unit.id, 'hex'), Buffer.from([s, t])).toString('hex'),
    )
    return { unit, score: tickets.toSorted()[0]! }
  })
  const keyOf = (one: { unit: Unit; score: string }): string => one.score + one.unit.id
  return scored.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)).map((one) => one.unit)
}

// Makes the draw again and returns its outcome, by docs/ballot.md sections 4 and 5.

export function drawAgain(
  list: string,
  source: string,
): { listHash: string; seed: string; outcomeHash: string; outcome: string } | null {
  const { rules, entries } = readList(list)
  const listHash = sha256(list)
  const seed = sha256('startline-ballot 1\n', listHash, sourceBytes(rules, source))

  const became = new Map<string, string>()
  let left = rules.places
  for (const entry of entries.filter((one) => one.direct)) {
    became.set(entry.id, 'direct')
    left -= 1
  }
  if (left < 0) return null

  let waiting = unitsOf(
    entries.filter((one) => !one.direct),
    rules.segments.length,
  )
  rules.segments.forEach((segment, s) => {
    let quota = Math.min(segment.places ?? left, left)
    const candidates = waiting.filter((unit) => unit.weights[s]! >= 1)
    for (const unit of inOrder(candidates, seed, s)) {
      if (quota === 0) break
      if (unit.members.length > quota) {
        if (rules.groups === 'stop') break
        continue
      }
      quota -= unit.members.length
      left -= unit.members.length
      for (const entry of unit.members) became.set(entry.id, `drawn ${s}`)
    }
    waiting = waiting.filter((unit) => !became.has(unit.members[0]!.id))
  })

  let code = 0
  for (const unit of inOrder(waiting, seed, rules.segments.length - 1)) {
    for (const entry of unit.members.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      code += 1
      became.set(entry.id, `wait ${code}`)
    }
  }

  const outcome = [
    'startline-ballot-outcome 1',
    `${listHash.toString('hex')} ${seed.toString('hex')}`,
    ...entries.map((entry) => `${entry.id} ${became.get(entry.id)}`),
    '',
  ].join('\n')
  return {
    listHash: listHash.toString('hex'),
    seed: seed.toString('hex'),
    outcomeHash: sha256(outcome).toString('hex'),
    outcome,
  }
}
