import { sha256 } from '@noble/hashes/sha2.js'
import { hexOfBytes } from '#contract/written.ts'
import { oddMember } from './members.rules.ts'

/** The published list of a ballot (docs/ballot.md section 1). Server, browser and command line share this code. */

export const BALLOT_METHOD = 'startline-ballot 1'
export const MOST_SEGMENTS = 16
export const MOST_WEIGHT = 200
export const GROUP_MOST = 50
const ID = 16

export type BallotSource =
  | { kind: 'beacon'; chain: string; round: number }
  /** `at` is the moment until which nobody can know the number. */
  | { kind: 'number'; says: string; at?: string }
export type BallotRules = {
  race: number
  event: number
  places: number
  /** The segments in the order of the draw. The last segment has no places of its own. */
  segments: readonly { name: string; places?: number }[]
  groups: 'skip' | 'stop'
  source: BallotSource
}
/**
 * One entry of a list. `id` and `group` are 32 hexadecimal digits. `weights` holds one weight for each segment, or
 * marks a direct entry.
 */
export type ListedEntry = { id: string; group: string | null; weights: readonly number[] | 'direct' }

/**
 * A list in memory. Entry `n` has its id at `ids[16 n]` and its weights at `weights[segments n]`. `group[n]` is the
 * number of its group, or -1.
 */
export type BallotList = {
  rules: BallotRules
  count: number
  ids: Uint8Array
  group: Int32Array
  /** The ids of the groups, 16 bytes each, by group number. */
  groupIds: Uint8Array
  weights: Uint8Array
  direct: Uint8Array
  hash: Uint8Array
}

/** The error of a file that is no correct list. The message names the line or the group. */
export class BadList extends Error {}

export const bytesOf = (hex: string): Uint8Array => {
  if (!/^([0-9a-f]{2})*$/i.test(hex)) throw new RangeError('not hexadecimal')
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) => Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16))
}

/** Computes the id of an entry from the runner's salt and key. Nobody can compute the id without the salt. */
export const entryIdOf = (salt: string, key: string): string =>
  hexOfBytes(sha256(new TextEncoder().encode(`${salt}:${key}`)).subarray(0, ID))

/** Writes the list file, with the entries sorted by their ids. */
export const ballotListText = (rules: BallotRules, entries: readonly ListedEntry[]): string => {
  const lines = [...entries]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, group, weights }) => `${id} ${group ?? '-'} ${weights === 'direct' ? '!' : weights.join(',')}\n`)
  return `${BALLOT_METHOD}\n${JSON.stringify(rules)}\n${lines.join('')}`
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
const whyBadRules = (rules: Partial<BallotRules>): string | undefined => {
  if (!isCount(rules.places)) return 'places is no whole number'
  const segments = rules.segments
  if (!Array.isArray(segments) || segments.length < 1 || segments.length > MOST_SEGMENTS)
    return `there are 1 to ${MOST_SEGMENTS} segments`
  if (segments.slice(0, -1).some((segment: { places?: unknown }) => !isCount(segment.places)))
    return 'a segment before the last has no places'
  if ((segments.at(-1) as { places?: unknown }).places !== undefined) return 'the last segment has places of its own'
  if (rules.groups !== 'skip' && rules.groups !== 'stop') return 'groups is neither skip nor stop'
  const source = rules.source as Partial<BallotSource> | undefined
  if (source?.kind === 'beacon')
    return /^[0-9a-f]{64}$/.test((source as { chain?: string }).chain ?? '') &&
      isCount((source as { round?: unknown }).round)
      ? undefined
      : 'the beacon lacks its chain or round'
  return source?.kind === 'number' ? undefined : 'the source is neither a beacon nor a number'
}

const LF = 10
const SPACE = 32
const COMMA = 44
const DASH = 45
const BANG = 33
const digitOf = (byte: number): number => (byte >= 48 && byte <= 57 ? byte - 48 : -1)
const nibbleOf = (byte: number): number =>
  byte >= 48 && byte <= 57 ? byte - 48 : byte >= 97 && byte <= 102 ? byte - 87 : -1

const lineFrom = (bytes: Uint8Array, from: number, nth: number): { text: string; next: number } => {
  const end = bytes.indexOf(LF, from)
  if (end < 0) throw new BadList(`line ${nth} has no end`)
  const line = bytes.subarray(from, end)
  try {
    // The decoder keeps a byte order mark, so that the check can refuse it.
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line), next: end + 1 }
  } catch {
    throw new BadList(`line ${nth} is not UTF-8`)
  }
}

/** Reads the first two lines: the method and the rules of the draw. `next` is the position of the first entry. */
const headOf = (bytes: Uint8Array): { rules: BallotRules; next: number } => {
  const first = lineFrom(bytes, 0, 1)
  if (first.text !== BALLOT_METHOD) throw new BadList(`line 1 is not "${BALLOT_METHOD}"`)
  const second = lineFrom(bytes, first.next, 2)
  let rules: BallotRules
  try {
    rules = JSON.parse(second.text) as BallotRules
  } catch {
    throw new BadList('line 2 is no JSON')
  }
  const odd = oddMember(second.text)
  if (odd) throw new BadList(`line 2: ${odd}`)
  const why = typeof rules === 'object' && rules !== null ? whyBadRules(rules) : 'it is no object'
  if (why) throw new BadList(`line 2: ${why}`)
  return { rules, next: second.next }
}

/**
 * A reader of the lines of entries. The reader holds a position in the bytes, and moves on with each part of a line. It
 * throws BadList if a line has a wrong form.
 */
class LineReader {
  line = 3
  private readonly bytes: Uint8Array
  private at: number
  constructor(bytes: Uint8Array, from: number) {
    this.bytes = bytes
    this.at = from
  }
  get done(): boolean {
    return this.at >= this.bytes.length
  }
  bad(says: string): never {
    throw new BadList(`line ${this.line}: ${says}`)
  }
  /** Reads this byte if it comes next. */
  takes(byte: number): boolean {
    if (this.bytes[this.at] !== byte) return false
    this.at++
    return true
  }
  id(into: Uint8Array, place: number): void {
    for (let byte = 0; byte < ID; byte++) {
      const high = nibbleOf(this.bytes[this.at++] ?? 0)
      const low = nibbleOf(this.bytes[this.at++] ?? 0)
      if (high < 0 || low < 0) this.bad('an id is 32 hexadecimal digits')
      into[place + byte] = high * 16 + low
    }
  }
  space(): void {
    if (!this.takes(SPACE)) this.bad('one space stands between the parts')
  }
  weight(): number {
    const from = this.at
    let weight = 0
    while (digitOf(this.bytes[this.at] ?? 0) >= 0) weight = weight * 10 + digitOf(this.bytes[this.at++]!)
    const digits = this.at - from
    if (digits === 0 || digits > 3 || weight > MOST_WEIGHT || (digits > 1 && this.bytes[from] === 48))
      this.bad(`a weight is a whole number from 0 to ${MOST_WEIGHT}`)
    return weight
  }
  end(): void {
    if (!this.takes(LF)) this.bad('the line goes on after its weights')
    this.line++
  }
}

/** Counts the entries of each group. The groups have the order in which the list first names them. */
const groupCounter = () => {
  const groups = new Map<string, number>()
  const sizes: number[] = []
  return {
    add(id: Uint8Array): number {
      const name = hexOfBytes(id)
      let number = groups.get(name)
      if (number === undefined) groups.set(name, (number = sizes.push(0) - 1))
      sizes[number]!++
      return number
    },
    ids(): Uint8Array {
      for (const [name, number] of groups)
        if (sizes[number]! < 2 || sizes[number]! > GROUP_MOST)
          throw new BadList(`the group ${name} has ${sizes[number]} entries`)
      const groupIds = new Uint8Array(groups.size * ID)
      for (const [name, number] of groups) groupIds.set(bytesOf(name), number * ID)
      return groupIds
    },
  }
}

/**
 * Reads a list file and hashes it. The function throws BadList if the file breaks a rule of docs/ballot.md. A million
 * lines take about a second.
 */
export const readBallotList = (bytes: Uint8Array): BallotList => {
  const { rules, next } = headOf(bytes)
  const most = Math.floor((bytes.length - next) / 37)
  const segments = rules.segments.length
  const ids = new Uint8Array(most * ID)
  const group = new Int32Array(most).fill(-1)
  const weights = new Uint8Array(most * segments)
  const direct = new Uint8Array(most)
  const groups = groupCounter()
  const together = new Uint8Array(ID)
  const line = new LineReader(bytes, next)
  let n = 0
  for (; !line.done; n++) {
    line.id(ids, n * ID)
    if (n > 0 && compareAt(ids, n - 1, n) >= 0) line.bad('ids are not in ascending order')
    line.space()
    if (!line.takes(DASH)) {
      line.id(together, 0)
      group[n] = groups.add(together)
    }
    line.space()
    if (line.takes(BANG)) {
      if (group[n] !== -1) line.bad('a direct entry belongs to no group')
      direct[n] = 1
    } else
      for (let segment = 0; segment < segments; segment++) {
        if (segment > 0 && !line.takes(COMMA)) line.bad('there is one weight per segment')
        const weight = line.weight()
        if (segment === segments - 1 && weight === 0) line.bad('everybody has a weight in the last segment')
        weights[n * segments + segment] = weight
      }
    line.end()
  }
  return {
    rules,
    count: n,
    ids: ids.subarray(0, n * ID),
    group: group.subarray(0, n),
    groupIds: groups.ids(),
    weights: weights.subarray(0, n * segments),
    direct: direct.subarray(0, n),
    hash: sha256(bytes),
  }
}

/** Compares two ids of 16 bytes as byte strings. `a` and `b` are their numbers in `ids`. */
const compareAt = (ids: Uint8Array, a: number, b: number): number => {
  for (let byte = 0; byte < ID; byte++) {
    const difference = ids[a * ID + byte]! - ids[b * ID + byte]!
    if (difference !== 0) return difference
  }
  return 0
}
