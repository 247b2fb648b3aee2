import { sha256 } from '@noble/hashes/sha2.js'
import { hexOfBytes } from '#contract/written.ts'
import { type BallotList, BALLOT_METHOD, bytesOf } from '../list/list.rules.ts'
import { type Scorer, scorerFor } from './score.rules.ts'

/**
 * The draw (docs/ballot.md sections 2 to 5). The rules are pure: the same list and the same source always give the same
 * outcome.
 */

const ID = 16
export const OUTCOME = 'startline-ballot-outcome 1'

/**
 * Computes the seed from the list and the source. Nobody can choose the list after seeing the source, or the source
 * after seeing the list.
 */
export const seedOf = (listHash: Uint8Array, source: Uint8Array): Uint8Array => {
  const head = new TextEncoder().encode(`${BALLOT_METHOD}\n`)
  const all = new Uint8Array(head.length + listHash.length + source.length)
  all.set(head)
  all.set(listHash, head.length)
  all.set(source, head.length + listHash.length)
  return sha256(all)
}
/** Returns the bytes of a source: a beacon's randomness in hexadecimal, or the public number as a person entered it. */
export const sourceBytes = (kind: 'beacon' | 'number', said: string): Uint8Array =>
  kind === 'beacon' ? bytesOf(said.trim().toLowerCase()) : new TextEncoder().encode(said.trim())

export const WAITS = 0
export const DIRECT = 1
export const DRAWN = 2
/**
 * The outcome of each entry: its result, the number of its segment, and its waiting code (0 for an entry without such a
 * code).
 */
export type BallotOutcome = {
  fate: Uint8Array
  segment: Uint8Array
  code: Uint32Array
  drawn: number
  direct: number
  waiting: number
}

/** An error for a list with more direct entries than places. */
export class NoOutcome extends Error {}

/**
 * Units of the draw. A unit is a group, or an entry without a group. Entries of unit u are `members[from[u]] …
 * members[from[u + 1] - 1]`, in the order of the list.
 */
type Units = { count: number; ids: Uint8Array; from: Uint32Array; members: Uint32Array; weights: Uint8Array }

const unitsOf = (list: BallotList): Units => {
  const { count, group, direct, ids, groupIds, rules } = list
  const segments = rules.segments.length
  const groups = groupIds.length / ID
  const unitOf = new Int32Array(count).fill(-1)
  let units = groups
  for (let n = 0; n < count; n++) if (direct[n] === 0) unitOf[n] = group[n]! >= 0 ? group[n]! : units++
  const sizes = new Uint32Array(units + 1)
  for (let n = 0; n < count; n++) if (unitOf[n]! >= 0) sizes[unitOf[n]! + 1]!++
  for (let unit = 0; unit < units; unit++) sizes[unit + 1]! += sizes[unit]!
  const members = new Uint32Array(sizes[units]!)
  const filled = sizes.slice(0, units)
  const unitIds = new Uint8Array(units * ID)
  unitIds.set(groupIds)
  const weights = new Uint8Array(units * segments).fill(255)
  for (let n = 0; n < count; n++) {
    const unit = unitOf[n]!
    if (unit < 0) continue
    members[filled[unit]!++] = n
    if (unit >= groups) unitIds.set(ids.subarray(n * ID, n * ID + ID), unit * ID)
    for (let segment = 0; segment < segments; segment++) {
      const weight = list.weights[n * segments + segment]!
      if (weight < weights[unit * segments + segment]!) weights[unit * segments + segment] = weight
    }
  }
  return { count: units, ids: unitIds, from: sizes, members, weights }
}

const compareBytes = (a: Uint8Array, b: Uint8Array): number => {
  for (let at = 0; at < a.length; at++) {
    const difference = a[at]! - b[at]!
    if (difference !== 0) return difference
  }
  return 0
}

/** Returns a function that compares two units by their full scores, and then by their ids. */
const wholly = (segment: number, units: Units, segments: number, scorer: Scorer) => {
  const [a, b] = [new Uint32Array(8), new Uint32Array(8)]
  return (one: number, other: number): number => {
    scorer.score(units.ids, one * ID, segment, units.weights[one * segments + segment]!, a)
    scorer.score(units.ids, other * ID, segment, units.weights[other * segments + segment]!, b)
    for (let word = 0; word < 8; word++) if (a[word] !== b[word]) return a[word]! - b[word]!
    return compareBytes(units.ids.subarray(one * ID, one * ID + ID), units.ids.subarray(other * ID, other * ID + ID))
  }
}

/**
 * Sorts units of a segment by their scores. `among` are the units to sort. One floating-point number holds the first
 * bits of a score and then the unit's number, so that the program sorts a million plain numbers. Units with equal first
 * bits are then compared by their full scores.
 */
const orderIn = (
  segment: number,
  among: Uint32Array,
  units: Units,
  segments: number,
  scorer: Scorer,
  onProgress: (done: number) => void,
): Uint32Array => {
  const numbers = 2 ** Math.ceil(Math.log2(Math.max(2, units.count)))
  const cut = 2 ** Math.max(0, 32 + Math.log2(numbers) - 53)
  const score = new Uint32Array(8)
  const keys = new Float64Array(among.length)
  for (let at = 0; at < among.length; at++) {
    const unit = among[at]!
    scorer.score(units.ids, unit * ID, segment, units.weights[unit * segments + segment]!, score)
    keys[at] = Math.floor(score[0]! / cut) * numbers + unit
    if (at % 8192 === 0) onProgress(at)
  }
  keys.sort()
  const order = new Uint32Array(keys.length)
  for (let at = 0; at < keys.length; at++) order[at] = keys[at]! % numbers
  const compare = wholly(segment, units, segments, scorer)
  for (let from = 0; from < keys.length;) {
    const first = Math.floor(keys[from]! / numbers)
    let to = from + 1
    while (to < keys.length && Math.floor(keys[to]! / numbers) === first) to++
    if (to - from > 1) order.subarray(from, to).sort(compare)
    from = to
  }
  return order
}

/** Lists the units that have a weight in a segment and no place yet. */
const unplacedIn = (segment: number, units: Units, segments: number, placed: Uint8Array): Uint32Array => {
  const among = new Uint32Array(units.count)
  let found = 0
  for (let unit = 0; unit < units.count; unit++)
    if (placed[unit] === 0 && units.weights[unit * segments + segment]! > 0) among[found++] = unit
  return among.subarray(0, found)
}

/**
 * Draws the lots. The function calls `onProgress` with the progress, from 0 to 1. It throws NoOutcome if the list has
 * more direct entries than places.
 */
export const drawBallot = (
  list: BallotList,
  seed: Uint8Array,
  onProgress: (done: number) => void = () => undefined,
): BallotOutcome => {
  const { rules, count } = list
  const segments = rules.segments.length
  const fate = new Uint8Array(count)
  const segmentOf = new Uint8Array(count)
  const code = new Uint32Array(count)
  let direct = 0
  for (let n = 0; n < count; n++)
    if (list.direct[n] === 1) {
      fate[n] = DIRECT
      direct++
    }
  if (direct > rules.places) throw new NoOutcome(`${direct} direct entries are more than the ${rules.places} places`)
  let left = rules.places - direct
  let drawn = 0
  const units = unitsOf(list)
  const scorer = scorerFor(seed)
  const placed = new Uint8Array(units.count)
  let order: Uint32Array = new Uint32Array()
  rules.segments.forEach((segment, s) => {
    const last = s === segments - 1
    let quota = last ? left : Math.min(segment.places ?? 0, left)
    if (quota === 0 && !last) return
    const among = unplacedIn(s, units, segments, placed)
    order = orderIn(s, among, units, segments, scorer, (at) =>
      onProgress((s + at / Math.max(1, among.length)) / segments),
    )
    for (const unit of order) {
      if (quota === 0) break
      const size = units.from[unit + 1]! - units.from[unit]!
      if (size > quota) {
        if (rules.groups === 'stop') break
        continue
      }
      placed[unit] = 1
      quota -= size
      left -= size
      drawn += size
      for (let at = units.from[unit]!; at < units.from[unit + 1]!; at++) {
        fate[units.members[at]!] = DRAWN
        segmentOf[units.members[at]!] = s
      }
    }
  })
  let next = 1
  for (const unit of order) {
    if (placed[unit] === 1) continue
    for (let at = units.from[unit]!; at < units.from[unit + 1]!; at++) code[units.members[at]!] = next++
  }
  onProgress(1)
  return { fate, segment: segmentOf, code, drawn, direct, waiting: next - 1 }
}

const DIGITS = new TextEncoder().encode('0123456789abcdef')
/** Writes the outcome file (docs/ballot.md section 5). */
export const outcomeBytes = (list: BallotList, seed: Uint8Array, outcome: BallotOutcome): Uint8Array => {
  const head = new TextEncoder().encode(`${OUTCOME}\n${hexOfBytes(list.hash)} ${hexOfBytes(seed)}\n`)
  // A line holds at most an id, " wait ", ten digits and the line end.
  const bytes = new Uint8Array(head.length + list.count * 49)
  bytes.set(head)
  let at = head.length
  const words = [' drawn ', ' direct', ' wait '].map((word) => new TextEncoder().encode(word))
  const put = (word: Uint8Array) => {
    for (let n = 0; n < word.length; n++) bytes[at++] = word[n]!
  }
  const putNumber = (number: number) => {
    let size = 1
    for (let rest = number; rest >= 10; rest = Math.floor(rest / 10)) size++
    at += size
    for (let place = at - 1, rest = number; place >= at - size; place--, rest = Math.floor(rest / 10))
      bytes[place] = 48 + (rest % 10)
  }
  for (let n = 0; n < list.count; n++) {
    for (let byte = n * ID; byte < n * ID + ID; byte++) {
      bytes[at++] = DIGITS[list.ids[byte]! >> 4]!
      bytes[at++] = DIGITS[list.ids[byte]! & 15]!
    }
    const fate = outcome.fate[n]
    if (fate === DRAWN) {
      put(words[0]!)
      putNumber(outcome.segment[n]!)
    } else if (fate === DIRECT) put(words[1]!)
    else {
      put(words[2]!)
      putNumber(outcome.code[n]!)
    }
    bytes[at++] = 10
  }
  return bytes.subarray(0, at)
}
export const ballotOutcomeText = (list: BallotList, seed: Uint8Array, outcome: BallotOutcome): string =>
  new TextDecoder().decode(outcomeBytes(list, seed, outcome))
export const outcomeHash = (file: string | Uint8Array): string =>
  hexOfBytes(sha256(typeof file === 'string' ? new TextEncoder().encode(file) : file))
