/**
 * Follows a track along its course, fix by fix. The course may use a road several times, so one fix may stand for
 * several places. A track therefore keeps a few guesses, each with its cost. The guess with the lowest cost is the
 * place of the carrier (docs/decisions: matching).
 */
import {
  type Guesses,
  addGuess,
  addIgnored,
  alongOf,
  asideOf,
  beginGuesses,
  costOf,
  guessCount,
  endGuesses,
  guessAt,
  hopeless,
  momentOfGuess,
  noGuesses,
} from './guesses.rules.ts'
import {
  type Fact,
  type FirstFix,
  type MatchingLimits,
  type Watch,
  runnerLimits,
  secondsOnTheWay,
  copyOfWatch,
  noFacts,
  watch,
  watchFrom,
} from './facts.rules.ts'
import { type Candidates, type CourseLine, findCandidates, metresOff, noCandidates, xOf, yOf } from './line.rules.ts'

/** A fix as matching needs it: `at` in milliseconds, `accuracy` in metres. */
export type MatchedFix = { at: number; lat: number; lon: number; accuracy?: number | null | undefined }
export type Track = {
  guesses: Guesses
  /** The moment of the last fix, in milliseconds. */
  at: number
  /** The usual speed of this carrier in metres a second. */
  speed: number
  watch: Watch
  /** Undefined before the first fix near the course, and for a track that continues from a stored place. */
  first: FirstFix | undefined
}
/**
 * The place of a fix: metres along the course (null if unknown) and metres beside it. `sure` is false if another
 * place explains the fixes almost as well, for example after a gap on a road that runners use in both directions.
 */
export type Match = { along: number | null; sure: boolean; off: number; facts: readonly Fact[] }

/**
 * The least time between two fixes for which the second fix shows the direction well. A fix that comes sooner does not
 * count in the choice between guesses.
 */
const soonMs = 4_000
const usualSpeed = 2.8
/** The cost of a fix that a guess ignores, and the cost of a jump to another part of the course. */
const asideCost = 8
const jumpCost = 20

export const newTrack = (): Track => ({
  guesses: noGuesses,
  at: -Infinity,
  speed: usualSpeed,
  watch: watchFrom(),
  first: undefined,
})

/** Copies a track. If the transaction that stores its fixes fails, the original is unchanged. */
export const copyOfTrack = ({ guesses, at, speed, watch: seen, first }: Track): Track => ({
  guesses,
  at,
  speed,
  watch: copyOfWatch(seen),
  first,
})
/**
 * Continues a track from a stored sure place, which another process wrote or which is older than this process. A guess
 * that leads to this place keeps its cut, so that every process reports the cut when processes take the fixes in turn.
 * `farthest` is the farthest sure place of the track, if it is known.
 */
export const goOnFrom = (track: Track, { at, along }: { at: number; along: number }, farthest?: number): void => {
  const { guesses } = track
  const best = guessAt(guesses, 0)
  let own: ReturnType<typeof guessAt>
  for (let n = 0; n < guessCount(guesses) && !own; n++) {
    const reached = runnerLimits.fastest * ((at - momentOfGuess(guesses, n)) / 1000) + elsewhere
    if (Math.abs(along - alongOf(guesses, n)) <= reached) own = guessAt(guesses, n)
  }
  const here = { along, at, cost: 0, aside: 0 }
  beginGuesses()
  addGuess(
    own || !best || along < best.along
      ? {
          ...here,
          cutFrom: own?.cutFrom ?? -1,
          cutTo: own?.cutTo ?? -1,
          agreed: (own?.agreed ?? 3) + 1,
          began: own?.began ?? -1,
        }
      : { ...here, cutFrom: best.along, cutTo: along, agreed: 1, began: -1 },
  )
  track.guesses = endGuesses()
  track.at = at
  track.watch.farthest = Math.max(track.watch.farthest, farthest ?? 0)
}

/**
 * Returns the cost of a distance from the line, relative to the usual error of the device. The cost of a short distance
 * grows with the square of the distance. The cost of a long distance grows in proportion to the distance.
 */
const costOff = (off: number, sigma: number): number => {
  const far = off / sigma
  return far <= 2 ? (far * far) / 2 : 2 * far - 2
}
/**
 * Returns the cost of a movement from a guess to a place. A negative result means that the carrier can reach this place
 * only by a jump.
 */
const costOfMove = (metres: number, seconds: number, speed: number, fastest: number, slack: number): number => {
  if (metres > fastest * seconds + slack || metres < -(fastest * seconds) - slack) return -1
  const wide = 30 + 0.3 * speed * seconds
  const cost = ((metres - speed * seconds) / wide) ** 2 / 2
  // The cost of a long rest is limited, so that a rest of an hour does not lead to a jump. The limit for a way back is
  // higher.
  return metres >= -slack ? Math.min(cost, 4) : Math.min(cost, 18)
}
const sigmaOf = ({ accuracy }: MatchedFix): number => Math.max(8, Math.min(50, accuracy ?? 20))

/** The usual delay of a start, in seconds. */
const lateStart = 600
const isTooFar = (along: number, fix: MatchedFix, limits: MatchingLimits): boolean => {
  const seconds = secondsOnTheWay(fix.at, limits)
  return seconds !== null && along > limits.fastest * seconds + 200
}
/**
 * Returns the cost of a place for the first fix. It depends on the time since the gun, or since the planned start if
 * nobody fired a gun. Without either, places near the beginning of the course cost less.
 */
const firstCost = (along: number, line: CourseLine, fix: MatchedFix, limits: MatchingLimits): number => {
  const seconds = secondsOnTheWay(fix.at, limits)
  if (seconds === null) return (along / line.metres) * 6
  if (isTooFar(along, fix, limits)) return jumpCost
  const late = limits.gun === null ? lateStart : 0
  const wide = 200 + 0.4 * usualSpeed * seconds + usualSpeed * late
  return Math.min(12, ((along - usualSpeed * seconds) / wide) ** 2 / 2)
}

const firstGuesses = (line: CourseLine, fix: MatchedFix, found: Candidates, limits: MatchingLimits): Guesses => {
  beginGuesses()
  for (let n = 0; n < found.count; n++) {
    const along = found.along[n]!
    const cost = costOff(found.off[n]!, sigmaOf(fix)) + firstCost(along, line, fix, limits)
    // A place that nobody can reach in the time since the start means that the carrier cut the course.
    const early = isTooFar(along, fix, limits)
    const [cutFrom, cutTo] = early ? [0, along] : [-1, -1]
    addGuess({ along, at: fix.at, cost, cutFrom, cutTo, agreed: 1, aside: 0, began: early ? -1 : along })
  }
  return endGuesses()
}

const nextGuesses = (
  { guesses, speed }: Track,
  fix: MatchedFix,
  found: Candidates,
  limits: MatchingLimits,
): Guesses => {
  const sigma = sigmaOf(fix)
  const slack = 2 * sigma + 10
  const count = guessCount(guesses)
  beginGuesses()
  for (let n = 0; n < count; n++) if (costOf(guesses, n) + asideCost <= hopeless) addIgnored(guesses, n, asideCost)
  for (let n = 0; n < found.count; n++) {
    const along = found.along[n]!
    let [best, before, jumped] = [Infinity, 0, false]
    for (let one = 0; one < count; one++) {
      const metres = along - alongOf(guesses, one)
      const seconds = (fix.at - momentOfGuess(guesses, one)) / 1000
      const move = costOfMove(metres, seconds, speed, limits.fastest, slack)
      const cost = costOf(guesses, one) + (move < 0 ? jumpCost : move)
      if (cost < best) {
        best = cost
        before = one
        jumped = move < 0
      }
    }
    const from = guessAt(guesses, before)!
    const cut = jumped && along > from.along
    addGuess({
      along,
      at: fix.at,
      cost: best + costOff(found.off[n]!, sigma),
      cutFrom: cut ? from.along : from.cutFrom,
      cutTo: cut ? along : from.cutTo,
      agreed: jumped ? 1 : from.agreed + 1,
      aside: 0,
      began: jumped ? -1 : from.began,
    })
  }
  return endGuesses()
}

/**
 * The difference in cost that makes the best guess sure, and the distance in metres at which another guess counts as
 * another place.
 */
const lead = 5
const elsewhere = 100
/** The number of consecutive fixes that a guess must ignore to count as a place that the carrier has left. */
const leftAside = 2
/**
 * Tells whether a guess does not contradict the best guess: both are near each other, the carrier has left the place of
 * the guess, or the carrier may have moved from there to the best guess. If the best guess ignored the last fix, only
 * nearness counts.
 */
const isSameWay = (guesses: Guesses, n: number, speed: number): boolean => {
  const metres = Math.abs(alongOf(guesses, n) - alongOf(guesses, 0))
  if (metres < elsewhere || asideOf(guesses, 0) > 0) return metres < elsewhere
  const aside = asideOf(guesses, n)
  const seconds = (momentOfGuess(guesses, 0) - momentOfGuess(guesses, n)) / 1000
  return aside >= leftAside || (aside > 0 && metres < elsewhere + speed * seconds)
}
const isSure = ({ guesses, speed }: Track): boolean => {
  const count = guessCount(guesses)
  for (let n = 1; n < count; n++) if (costOf(guesses, n) < lead && !isSameWay(guesses, n, speed)) return false
  return count > 0
}

const scratch = noCandidates()
const nearestTo = (found: Candidates, along: number): number => {
  let best = -1
  for (let n = 0; n < found.count; n++)
    if (best < 0 || Math.abs(found.along[n]! - along) < Math.abs(found.along[best]! - along)) best = n
  return best
}

/**
 * Matches the next fix of a track and changes the track. A fix that is not later than the last fix, or is before the
 * gun, changes nothing and has no place along the course. A fix soon after the last fix changes nothing either, and
 * gets a place at or near the best guess.
 */
export const match = (line: CourseLine, track: Track, fix: MatchedFix, limits: MatchingLimits): Match => {
  const [x, y] = [xOf(line, fix.lon), yOf(line, fix.lat)]
  findCandidates(line, x, y, scratch)
  let off = Infinity
  for (let n = 0; n < scratch.count; n++) off = Math.min(off, scratch.off[n]!)
  if (scratch.count === 0) off = metresOff(line, x, y)
  if (fix.at <= track.at || (limits.gun !== null && fix.at < limits.gun))
    return { along: null, sure: false, off, facts: noFacts }
  const soon = fix.at - track.at < soonMs && guessCount(track.guesses) > 0
  if (soon) {
    const best = guessAt(track.guesses, 0)!
    const near = nearestTo(scratch, best.along)
    const close = near >= 0 && Math.abs(scratch.along[near]! - best.along) < 60
    return { along: close ? scratch.along[near]! : best.along, sure: isSure(track), off, facts: noFacts }
  }
  const before = guessAt(track.guesses, 0)
  if (!before && scratch.count > 0)
    track.first = { at: fix.at, places: Array.from(scratch.along.subarray(0, scratch.count)) }
  track.at = fix.at
  track.guesses = before ? nextGuesses(track, fix, scratch, limits) : firstGuesses(line, fix, scratch, limits)
  const best = guessAt(track.guesses, 0)
  if (before && best && best.at === fix.at && best.along > before.along) {
    const speed = ((best.along - before.along) / (fix.at - before.at)) * 1000
    if (speed > 0.5 && speed < limits.fastest) track.speed += 0.1 * (speed - track.speed)
  }
  const sure = isSure(track)
  const facts = watch(line, { best, watch: track.watch, first: track.first }, { at: fix.at, off, sure }, limits)
  return { along: best?.along ?? null, sure, off, facts }
}
