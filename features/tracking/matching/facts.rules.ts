/** Facts that a track shows while it is matched: a cut course, a way back, a way beside the course, the end. */
import type { CourseLine } from './line.rules.ts'

/**
 * Settings of matching for one carrier: the gun and the planned start in milliseconds if they are known, speeds in
 * metres a second.
 */
export type MatchingLimits = {
  gun: number | null
  start: number | null
  fastest: number
  offMetres: number
  offMs: number
  backMetres: number
  cutMetres: number
}
export const runnerLimits: MatchingLimits = {
  gun: null,
  start: null,
  fastest: 7,
  offMetres: 100,
  offMs: 180_000,
  backMetres: 200,
  cutMetres: 150,
}
/**
 * The limits for vehicles. A vehicle drives in both directions and leaves the course, so only its place has a meaning.
 */
export const vehicleLimits: MatchingLimits = {
  ...runnerLimits,
  fastest: 30,
  offMetres: Infinity,
  backMetres: Infinity,
  cutMetres: Infinity,
}

export type FactKind = 'cut' | 'back' | 'off' | 'arrived'
/**
 * A fact, with the moment of its beginning and metres along the course. A cut has the metres where the carrier left the
 * course and where it came back.
 */
export type Fact = { kind: FactKind; at: number; from: number; to: number }
export const noFacts: readonly Fact[] = []

/**
 * A place where the carrier may be. `at` is the moment at which a fix last agreed with this guess. A cut is the part of
 * the course that the guess jumped over. `aside` counts the latest fixes that this guess ignored.
 */
export type Guess = {
  along: number
  at: number
  cost: number
  cutFrom: number
  cutTo: number
  agreed: number
  aside: number
  /**
   * The place of this guess at the first fix of the track. -1 if the guess has jumped since then, or if this place is
   * unknown.
   */
  began: number
}

/** The first fix of a track: its moment, and every place of the course that it may mean. */
export type FirstFix = { at: number; places: readonly number[] }

/** The state of the facts of one track. It is small, because each track of a race has such a state. */
export type Watch = {
  /** The farthest place along the course that several fixes agree on. */
  farthest: number
  /** The end of the last reported cut. */
  reportedCut: number
  offSince: number | null
  reportedOff: boolean
  reportedBack: boolean
  /** True after the check of the lap before the first fix. */
  checkedFirst: boolean
  arrived: boolean
}
export const watchFrom = (): Watch => ({
  farthest: 0,
  reportedCut: -1,
  offSince: null,
  reportedOff: false,
  reportedBack: false,
  checkedFirst: false,
  arrived: false,
})
/** Copies a state. The spread of an object would be several times slower, and this code runs for each fix. */
export const copyOfWatch = (seen: Watch): Watch => ({
  farthest: seen.farthest,
  reportedCut: seen.reportedCut,
  offSince: seen.offSince,
  reportedOff: seen.reportedOff,
  reportedBack: seen.reportedBack,
  checkedFirst: seen.checkedFirst,
  arrived: seen.arrived,
})
/** The distance from the end of the course at which a carrier counts as arrived, in metres. */
const nearEnd = 50
/** The number of fixes that must agree before a fact is reported. */
const agreeing = 4

const watchOff = (watch: Watch, at: number, off: number, along: number, limits: MatchingLimits): Fact | undefined => {
  if (off <= limits.offMetres) {
    watch.offSince = null
    watch.reportedOff = false
    return undefined
  }
  watch.offSince ??= at
  if (watch.reportedOff || at - watch.offSince < limits.offMs) return undefined
  watch.reportedOff = true
  return { kind: 'off', at: watch.offSince, from: along, to: along }
}

const watchBack = (watch: Watch, at: number, along: number, limits: MatchingLimits): Fact | undefined => {
  if (along >= watch.farthest - limits.backMetres) {
    if (along > watch.farthest - limits.backMetres / 2) watch.reportedBack = false
    return undefined
  }
  if (watch.reportedBack) return undefined
  watch.reportedBack = true
  return { kind: 'back', at, from: watch.farthest, to: along }
}

/** The largest time by which a race may start before its planned start, in seconds. */
const earlyStart = 300
/**
 * Returns the largest number of seconds that a carrier may have been under way. Without a gun, the seconds count from
 * five minutes before the planned start. The result is null before this moment, and without a planned start.
 */
export const secondsOnTheWay = (at: number, { gun, start }: MatchingLimits): number | null => {
  if (gun !== null) return (at - gun) / 1000
  const seconds = start === null ? -1 : (at - start) / 1000 + earlyStart
  return seconds < 0 ? null : seconds
}

/** The metres after which a carrier's own speed is known well enough. */
const ownMetres = 1000
/**
 * The two limits for the lap before the first fix: a speed in metres a second, and a multiple of the later speed. The
 * lap counts as cut if the carrier would have run it faster than both limits.
 */
const tooFast = 4.5
const muchFaster = 1.6
/**
 * Finds a lap that was cut before the first fix. The fixes after the first fix tell the lap of the first fix. If the
 * carrier needed far more than its later speed to be on this lap already, the carrier has cut a lap. If the gun is
 * unknown, the planned start counts.
 */
const watchFirst = (
  first: FirstFix | undefined,
  best: Guess,
  seen: Watch,
  limits: MatchingLimits,
): Fact | undefined => {
  const { along, at, began } = best
  if (seen.checkedFirst || !first || began < 0 || along - began < ownMetres || limits.cutMetres === Infinity)
    return undefined
  seen.checkedFirst = true
  const seconds = secondsOnTheWay(first.at, limits)
  if (seconds === null || at <= first.at) return undefined
  const own = ((along - began) / (at - first.at)) * 1000
  if (began <= Math.max(tooFast, muchFaster * own) * seconds) return undefined
  const reached = own * seconds
  const before = first.places.filter((one) => began - one >= limits.cutMetres)
  const from = before.toSorted((a, b) => Math.abs(a - reached) - Math.abs(b - reached))[0]
  return from === undefined ? undefined : { kind: 'cut', at: first.at, from: Math.round(from), to: Math.round(began) }
}

type Watched = { best: Guess | undefined; watch: Watch; first: FirstFix | undefined }
/** Examines a matched track and returns the facts that this fix adds. */
export const watch = (
  line: CourseLine,
  { best, watch: seen, first }: Watched,
  { at, off, sure }: { at: number; off: number; sure: boolean },
  limits: MatchingLimits,
): readonly Fact[] => {
  // Most fixes add no fact, so most fixes need no list.
  let facts: Fact[] | undefined
  const add = (fact: Fact | undefined): void => {
    if (fact) (facts ??= []).push(fact)
  }
  add(watchOff(seen, at, off, best?.along ?? 0, limits))
  if (best && sure && best.agreed >= agreeing && best.at === at) {
    const { along, cutFrom, cutTo } = best
    if (cutTo >= 0 && cutTo !== seen.reportedCut && cutTo - cutFrom >= limits.cutMetres) {
      seen.reportedCut = cutTo
      add({ kind: 'cut', at, from: Math.round(cutFrom), to: Math.round(cutTo) })
    }
    add(watchFirst(first, best, seen, limits))
    add(watchBack(seen, at, along, limits))
    seen.farthest = Math.max(seen.farthest, along)
    if (!seen.arrived && along >= line.metres - nearEnd) {
      seen.arrived = true
      add({ kind: 'arrived', at, from: along, to: along })
    }
  }
  return facts ?? noFacts
}
