/**
 * Follows a track along its course, fix by fix. The course may use a road several times, so one fix may stand for
 * several places. A track therefore keeps a few guesses, each with its cost. The guess with the lowest cost is the
 * place of the carrier (docs/decisions: matching).
 */
import {
  type Fact,
  type FirstFix,
  type Guess,
  type Limits,
  type Watch,
  runnerLimits,
  secondsOnTheWay,
  watch,
  watchFrom,
} from './facts.rules.ts'
import { type Candidates, type CourseLine, findCandidates, metresOff, noCandidates, xOf, yOf } from './line.rules.ts'

/** A fix as matching needs it: `at` in milliseconds, `accuracy` in metres. */
export type MatchedFix = { at: number; lat: number; lon: number; accuracy?: number | null | undefined }
export type Track = {
  /** The guesses are never changed, so a copy of the track shares them. */
  guesses: readonly Readonly<Guess>[]
  /** The last fix, in milliseconds. */
  at: number
  /** The usual speed of this carrier in metres a second. */
  speed: number
  watch: Watch
  /** Undefined for a track that continues from a stored place. */
  first: FirstFix | undefined
}
/**
 * The place of a fix: metres along the course (null if unknown) and metres beside it. `sure` is false if another
 * place explains the fixes almost as well, for example after a gap on a road that runners use in both directions.
 */
export type Match = { along: number | null; sure: boolean; off: number; facts: readonly Fact[] }

const mostGuesses = 8
/**
 * Fixes with less time between them than this show the direction badly, so they do not count in the choice between
 * guesses.
 */
const soonMs = 4_000
const usualSpeed = 2.8
/** The cost of a fix that a guess ignores, and the cost of a jump to another part of the course. */
const asideCost = 8
const jumpCost = 20
const hopeless = 45
/** The distance under which two guesses are the same, in metres. */
const same = 25

export const newTrack = (): Track => ({
  guesses: [],
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
  watch: { ...seen },
  first,
})
/**
 * Continues a track from a stored sure place of another process, or from before this process began. A guess that leads
 * to this place keeps its cut, so that every process reports the cut when processes take the fixes in turn. `farthest`
 * is the farthest sure place of the track, if it is known.
 */
export const goOnFrom = (track: Track, { at, along }: { at: number; along: number }, farthest?: number): void => {
  const best = track.guesses[0]
  const own = track.guesses.find(
    (guess) => Math.abs(along - guess.along) <= runnerLimits.fastest * ((at - guess.at) / 1000) + elsewhere,
  )
  track.guesses = [
    own || !best || along < best.along
      ? {
          along,
          at,
          cost: 0,
          cutFrom: own?.cutFrom ?? -1,
          cutTo: own?.cutTo ?? -1,
          agreed: (own?.agreed ?? 3) + 1,
          aside: 0,
          began: own?.began ?? -1,
        }
      : { along, at, cost: 0, cutFrom: best.along, cutTo: along, agreed: 1, aside: 0, began: -1 },
  ]
  track.at = at
  track.watch.farthest = Math.max(track.watch.farthest, farthest ?? 0)
}

/**
 * Returns the cost of a distance from the line, relative to the usual error of the device. For a short distance the
 * cost grows with its square, for a long distance in proportion to it.
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
const isTooFar = (along: number, fix: MatchedFix, limits: Limits): boolean => {
  const seconds = secondsOnTheWay(fix.at, limits)
  return seconds !== null && along > limits.fastest * seconds + 200
}
/**
 * Returns the cost of a place for the first fix. It depends on the time since the gun, or since the planned start if
 * nobody fired a gun. Without either, places near the beginning of the course cost less.
 */
const firstCost = (along: number, line: CourseLine, fix: MatchedFix, limits: Limits): number => {
  const seconds = secondsOnTheWay(fix.at, limits)
  if (seconds === null) return (along / line.metres) * 6
  if (isTooFar(along, fix, limits)) return jumpCost
  const late = limits.gun === null ? lateStart : 0
  const wide = 200 + 0.4 * usualSpeed * seconds + usualSpeed * late
  return Math.min(12, ((along - usualSpeed * seconds) / wide) ** 2 / 2)
}

const firstGuesses = (line: CourseLine, fix: MatchedFix, found: Candidates, limits: Limits): Guess[] => {
  const guesses: Guess[] = []
  for (let n = 0; n < found.count; n++) {
    const along = found.along[n]!
    const cost = costOff(found.off[n]!, sigmaOf(fix)) + firstCost(along, line, fix, limits)
    // A place that nobody can reach in the time since the start means that the carrier cut the course.
    const early = isTooFar(along, fix, limits)
    const [cutFrom, cutTo] = early ? [0, along] : [-1, -1]
    guesses.push({ along, at: fix.at, cost, cutFrom, cutTo, agreed: 1, aside: 0, began: early ? -1 : along })
  }
  return guesses
}

/**
 * Copies a guess with another cost. The spread of an object would be several times slower, and this code runs for each
 * fix.
 */
const copyOf = ({ along, at, cutFrom, cutTo, agreed, aside, began }: Guess, cost: number, more = 0): Guess => ({
  along,
  at,
  cost,
  cutFrom,
  cutTo,
  agreed,
  aside: aside + more,
  began,
})
const nextGuesses = (track: Track, fix: MatchedFix, found: Candidates, limits: Limits): Guess[] => {
  const sigma = sigmaOf(fix)
  const slack = 2 * sigma + 10
  const next: Guess[] = []
  for (const guess of track.guesses)
    if (guess.cost + asideCost <= hopeless) next.push(copyOf(guess, guess.cost + asideCost, 1))
  for (let n = 0; n < found.count; n++) {
    const along = found.along[n]!
    let best = Infinity
    let from = track.guesses[0]!
    let jumped = false
    for (const guess of track.guesses) {
      const metres = along - guess.along
      const move = costOfMove(metres, (fix.at - guess.at) / 1000, track.speed, limits.fastest, slack)
      const cost = guess.cost + (move < 0 ? jumpCost : move)
      if (cost < best) {
        best = cost
        from = guess
        jumped = move < 0
      }
    }
    const cut = jumped && along > from.along
    next.push({
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
  return next
}

/** Keeps the guesses with the lowest costs, one for each place, and subtracts the lowest cost from all of them. */
const kept = (guesses: Guess[]): Guess[] => {
  guesses.sort((a, b) => a.cost - b.cost)
  const least = guesses[0]?.cost ?? 0
  const few: Guess[] = []
  for (const guess of guesses) {
    if (guess.cost > least + hopeless || few.length === mostGuesses) break
    if (few.some(({ along }) => Math.abs(along - guess.along) < same)) continue
    guess.cost -= least
    few.push(guess)
  }
  return few
}

/**
 * The difference in cost that makes the best guess sure, and the distance in metres at which another guess counts as
 * another place.
 */
const lead = 5
const elsewhere = 100
/**
 * The number of consecutive fixes that a guess may ignore. A guess that ignores more is a place that the carrier has
 * left.
 */
const leftAside = 2
/**
 * Tells whether a guess means the same place as the best guess: it is near, it is an old place behind it, or it is as
 * far as the carrier moves between two fixes.
 */
const isSameWay = (best: Guess, one: Guess, speed: number): boolean => {
  const metres = Math.abs(one.along - best.along)
  if (metres < elsewhere || best.aside > 0) return metres < elsewhere
  return one.aside >= leftAside || (one.aside > 0 && metres < elsewhere + (speed * (best.at - one.at)) / 1000)
}
const isSure = ({ guesses: [best, ...others], speed }: Track): boolean =>
  best !== undefined && others.every((one) => one.cost >= lead || isSameWay(best, one, speed))

const scratch = noCandidates()
const nearestTo = (found: Candidates, along: number): number => {
  let best = -1
  for (let n = 0; n < found.count; n++)
    if (best < 0 || Math.abs(found.along[n]! - along) < Math.abs(found.along[best]! - along)) best = n
  return best
}

/**
 * Matches the next fix of a track and changes the track. A fix that is not later than the last fix changes nothing and
 * has no place along the course. A fix before the gun has no place along the course either.
 */
export const match = (line: CourseLine, track: Track, fix: MatchedFix, limits: Limits): Match => {
  const [x, y] = [xOf(line, fix.lon), yOf(line, fix.lat)]
  findCandidates(line, x, y, scratch)
  let off = Infinity
  for (let n = 0; n < scratch.count; n++) off = Math.min(off, scratch.off[n]!)
  if (scratch.count === 0) off = metresOff(line, x, y)
  if (fix.at <= track.at || (limits.gun !== null && fix.at < limits.gun))
    return { along: null, sure: false, off, facts: [] }
  const soon = fix.at - track.at < soonMs && track.guesses.length > 0
  if (soon) {
    const best = track.guesses[0]!
    const near = nearestTo(scratch, best.along)
    const close = near >= 0 && Math.abs(scratch.along[near]! - best.along) < 60
    return { along: close ? scratch.along[near]! : best.along, sure: isSure(track), off, facts: [] }
  }
  const before = track.guesses[0]
  if (!before && scratch.count > 0)
    track.first = { at: fix.at, places: Array.from(scratch.along.subarray(0, scratch.count)) }
  track.at = fix.at
  track.guesses = kept(before ? nextGuesses(track, fix, scratch, limits) : firstGuesses(line, fix, scratch, limits))
  const best = track.guesses[0]
  if (before && best && best.at === fix.at && best.along > before.along) {
    const speed = ((best.along - before.along) / (fix.at - before.at)) * 1000
    if (speed > 0.5 && speed < limits.fastest) track.speed += 0.1 * (speed - track.speed)
  }
  const sure = isSure(track)
  const facts = watch(line, track, { at: fix.at, x, y, off, sure }, limits)
  return { along: best?.along ?? null, sure, off, facts }
}
