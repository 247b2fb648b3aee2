import { sha256 } from '@noble/hashes/sha2.js'
import { type BallotList, METHOD, bytesOf, hexOf } from './list.rules.ts'

/** The draw itself: docs/ballot.md sections 2 to 5. Pure: the same list and source give the same outcome everywhere and always. */

const ID = 16
export const OUTCOME = 'startline-ballot-outcome 1'

/** The seed: it binds the list, so that nobody can choose the one after seeing the other. */
export const seedOf = (listHash: Uint8Array, source: Uint8Array): Uint8Array => {
  const head = new TextEncoder().encode(`${METHOD}\n`)
  const all = new Uint8Array(head.length + listHash.length + source.length)
  all.set(head)
  all.set(listHash, head.length)
  all.set(source, head.length + listHash.length)
  return sha256(all)
}
/** The bytes that a source gives: a beacon's randomness in hexadecimal, or the public number as it was entered. */
export const sourceBytes = (kind: 'beacon' | 'number', said: string): Uint8Array => (kind === 'beacon' ? bytesOf(said.trim().toLowerCase()) : new TextEncoder().encode(said.trim()))

export const WAITS = 0
export const DIRECT = 1
export const DRAWN = 2
/** By entry: what became of it, the segment in which it was drawn, its waiting code (0 where none). */
export type BallotOutcome = { fate: Uint8Array; segment: Uint8Array; code: Uint32Array; drawn: number; direct: number; waiting: number }

/** More direct entries than places: there is nothing to draw. */
export class NoOutcome extends Error {}

/** Units: groups, and entries without one. Entries of unit u are `members[from[u]] … members[from[u + 1] - 1]`, in the order of the list. */
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

/** Units of a segment in the order of their scores. `among` are the units asked about. */
const orderIn = (segment: number, among: Uint32Array, units: Units, segments: number, seed: Uint8Array, told: (done: number) => void): Uint32Array => {
  const message = new Uint8Array(50)
  message.set(seed)
  message[48] = segment
  const scoreOf = (unit: number): Uint8Array => {
    message.set(units.ids.subarray(unit * ID, unit * ID + ID), 32)
    let best: Uint8Array | undefined
    for (let ticket = 0; ticket < units.weights[unit * segments + segment]!; ticket++) {
      message[49] = ticket
      const score = sha256(message)
      if (best === undefined || compareBytes(score, best) < 0) best = score
    }
    return best!
  }
  // Six bytes of a score order all but one pair in a hundred million; what they leave equal is compared whole.
  const begins = new Float64Array(units.count)
  among.forEach((unit, at) => {
    const score = scoreOf(unit)
    begins[unit] = score[0]! * 2 ** 40 + score[1]! * 2 ** 32 + score[2]! * 2 ** 24 + score[3]! * 65_536 + score[4]! * 256 + score[5]!
    if (at % 8192 === 0) told(at)
  })
  const whole = (a: number, b: number): number => compareBytes(scoreOf(a), scoreOf(b)) || compareBytes(units.ids.subarray(a * ID, a * ID + ID), units.ids.subarray(b * ID, b * ID + ID))
  return among.slice().sort((a, b) => begins[a]! - begins[b]! || (a === b ? 0 : whole(a, b)))
}

/** Draws. `told` hears, now and then, how far it is, from 0 to 1. */
export const drawBallot = (list: BallotList, seed: Uint8Array, told: (done: number) => void = () => undefined): BallotOutcome => {
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
  const placed = new Uint8Array(units.count)
  const without = (segment: number) => {
    const among = new Uint32Array(units.count)
    let found = 0
    for (let unit = 0; unit < units.count; unit++) if (placed[unit] === 0 && units.weights[unit * segments + segment]! > 0) among[found++] = unit
    return among.subarray(0, found)
  }
  let order: Uint32Array = new Uint32Array()
  rules.segments.forEach((segment, s) => {
    const last = s === segments - 1
    let quota = last ? left : Math.min(segment.places ?? 0, left)
    if (quota === 0 && !last) return
    const among = without(s)
    order = orderIn(s, among, units, segments, seed, (at) => told((s + at / Math.max(1, among.length)) / segments))
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
  told(1)
  return { fate, segment: segmentOf, code, drawn, direct, waiting: next - 1 }
}

/** The outcome file: docs/ballot.md section 5. */
export const outcomeText = (list: BallotList, seed: Uint8Array, outcome: BallotOutcome): string => {
  const parts = [`${OUTCOME}\n${hexOf(list.hash)} ${hexOf(seed)}\n`]
  for (let n = 0; n < list.count; n++) {
    const id = hexOf(list.ids.subarray(n * ID, n * ID + ID))
    const fate = outcome.fate[n]
    parts.push(fate === DRAWN ? `${id} drawn ${outcome.segment[n]}\n` : fate === DIRECT ? `${id} direct\n` : `${id} wait ${outcome.code[n]}\n`)
  }
  return parts.join('')
}
export const outcomeHash = (text: string): string => hexOf(sha256(new TextEncoder().encode(text)))
