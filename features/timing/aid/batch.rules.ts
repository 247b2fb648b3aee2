import { cutText } from '#contract/letters/cutText.ts'
import type { TypedKind } from '../derive/typed.rules.ts'

/** One bib of a typed text. `clock` is the stated time as HH:MM or HH:MM:SS; null means now. */
export type BatchLine = { bib: string; kind: TypedKind; clock: string | null; note: string }
export const batchWords = [
  'word_unknown',
  'note_long',
  'clock_wrong',
  'way_missing',
  'bib_twice',
  'bib_missing',
  'too_many',
] as const
export type BatchWord = (typeof batchWords)[number]
/** The most characters of a note. */
const NOTE_MOST = 300
export type BatchProblem = { word: BatchWord; given: string }
export type AidBatch = { lines: BatchLine[]; problems: BatchProblem[] }

/** The most bibs of one typed text. Nobody reads out more over the radio at once. */
export const BATCH_MOST = 100
const kinds: Readonly<Record<TypedKind, readonly string[]>> = {
  in: ['in', 'arr', 'arrived', 'arrives', '进', '进站', '到', '到达', '到站', '進', '進站', '到達'],
  out: ['out', 'dep', 'left', 'leaves', 'leaving', '出', '出站', '离开', '离站', '離開', '離站'],
  drop: ['drop', 'drops', 'dropped', 'dnf', 'dropout', 'retired', 'retires', '退', '退赛', '弃赛', '退賽', '棄賽'],
}
const kindOf = new Map(
  (Object.keys(kinds) as TypedKind[]).flatMap((kind) => kinds[kind].map((word) => [word, kind] as const)),
)
const at = new Set(['at', '@', '于', '在', '於', '时间', '時間'])
/** Words without a meaning in a typed text. */
const filler = new Set(['and', 'the', 'bib', 'bibs', 'no', 'no.', 'number', 'numbers', '和', '参赛号', '參賽號'])
const bib = /^(?=.*\d)[\p{L}\d][\p{L}\d-]{0,19}$/u

const two = (digits: string | undefined) => (digits ?? '').padStart(2, '0')
/**
 * Reads `14:05`, `14.05`, `14:05:30` and after "at" also `1405`. Returns null for a time that no clock shows, and
 * undefined for a text that is no time.
 */
const clockIn = (token: string, expected: boolean): string | null | undefined => {
  const found =
    /^(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?$/.exec(token) ?? (expected ? /^(\d{1,2})(\d{2})$/.exec(token) : null)
  if (!found) return undefined
  const [hour, minute, second] = [Number(found[1]), Number(found[2] ?? 0), Number(found[3] ?? 0)]
  if (hour > 23 || minute > 59 || second > 59) return null
  return `${two(found[1])}:${two(found[2])}${found[3] === undefined ? '' : `:${two(found[3])}`}`
}
/**
 * Divides a typed line into tokens. Chinese words need no space around them (`12号到了`), and full-width commas also
 * separate tokens.
 */
const tokensIn = (line: string): string[] =>
  line
    .replaceAll(
      /(?<![\d:.])(\d{1,2})[点时點時](\d{1,2})?分?/gu,
      (_, hour: string, minute?: string) => ` ${hour}:${two(minute)} `,
    )
    .replaceAll(/\p{Script=Han}+/gu, (word) => ` ${word.replace(/^[号號都]+/u, '').replace(/了+$/u, '')} `)
    .replaceAll('@', ' @ ')
    .split(/[\s,，、]+/u)
    .filter((token) => token !== '')

type Group = { bibs: string[]; kind: TypedKind | null; clock: string | null; note: string[]; closed: boolean }
const freshGroup = (kind: TypedKind | null): Group => ({ bibs: [], kind, clock: null, note: [], closed: false })

/**
 * Reads one line: bibs, a word for the way (in, out or drop-out) before or after the bibs, a time, and a note. Only a
 * drop-out has a note.
 */
const readLine = (line: string, problems: BatchProblem[]): Group[] => {
  const groups: Group[] = [freshGroup(null)]
  const current = () => groups.at(-1)!
  const close = () => groups.push(freshGroup(null))
  let expectsClock = false
  for (const token of tokensIn(line)) {
    const small = token.toLowerCase()
    const kind = kindOf.get(small)
    const clock = clockIn(token, expectsClock)
    expectsClock = false
    if (at.has(small)) expectsClock = true
    else if (kind !== undefined && !(current().kind === 'drop' && current().closed)) {
      if (current().bibs.length > 0 && current().kind !== null) close()
      Object.assign(current(), { kind, closed: current().bibs.length > 0 })
    } else if (clock === null) problems.push({ word: 'clock_wrong', given: token })
    else if (clock !== undefined) Object.assign(current(), { clock, closed: current().bibs.length > 0 })
    else if (current().kind === 'drop' && current().bibs.length > 0 && !bib.test(token)) current().note.push(token)
    else if (filler.has(small)) continue
    else if (bib.test(token)) {
      if (current().closed) groups.push(freshGroup(current().bibs.length > 0 ? null : current().kind))
      current().bibs.push(token.toUpperCase())
    } else problems.push({ word: 'word_unknown', given: token.slice(0, 40) })
  }
  // If a line has only one time, this time counts for each part of the line: "12 in, 15 out at 14:05".
  const clocks = new Set(groups.flatMap(({ clock }) => clock ?? []))
  if (clocks.size === 1) for (const group of groups) group.clock = [...clocks][0]!
  // The way of a part also counts for the parts after it: "in 12 14:05, 15 14:10". A drop-out counts for its own part
  // only, because no guess may take a runner out of the race.
  let held: TypedKind | null = null
  for (const group of groups) {
    group.kind ??= held
    held = group.kind === 'drop' ? null : group.kind
  }
  return groups.filter(({ bibs, kind, clock }) => bibs.length > 0 || kind !== null || clock !== null)
}

/**
 * Reads a text with bibs as people read them out over the radio, such as `12 15 18 in at 14:05`. If the text names no
 * way (in, out or drop-out) for a bib, `way` counts. The function does not guess: it names the parts that it cannot
 * read, and keeps the other parts.
 */
export const readBatch = (given: string, way: TypedKind | null): AidBatch => {
  const problems: BatchProblem[] = []
  const lines: BatchLine[] = []
  const seen = new Set<string>()
  const parts = given.normalize('NFKC').split(/[\n\r;。]+/u)
  for (const part of parts) {
    const groups = readLine(part, problems)
    for (const { bibs, kind, clock, note } of groups) {
      if (bibs.length === 0) problems.push({ word: 'bib_missing', given: part.trim().slice(0, 40) })
      for (const one of bibs) {
        const meant = kind ?? way
        if (meant === null) problems.push({ word: 'way_missing', given: one })
        else if (seen.has(`${meant} ${one}`)) problems.push({ word: 'bib_twice', given: one })
        else if (lines.length >= BATCH_MOST) problems.push({ word: 'too_many', given: one })
        else {
          seen.add(`${meant} ${one}`)
          const said = note.join(' ')
          if (said.length > NOTE_MOST) problems.push({ word: 'note_long', given: one })
          lines.push({ bib: one, kind: meant, clock, note: cutText(said, NOTE_MOST) })
        }
      }
    }
  }
  return { lines, problems: problems.slice(0, BATCH_MOST) }
}
