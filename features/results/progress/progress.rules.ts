import type { ProgressPoint } from './progress.contract.ts'
import type { GenderLetter, ResultOutcome } from '../rules.ts'

/**
 * The parts of a result that decide a runner's progress through the field. `times` has the time at each point, and the
 * finish time last.
 */
export type Finisher = { field: string; gender: GenderLetter | null; times: readonly (number | null)[] }
/** Sorted times at each point, of a whole field and of each gender in it. */
export type Finishers = ReadonlyMap<string, readonly Int32Array[]>

const groupKey = (field: string, gender: GenderLetter | null): string =>
  gender === null ? field : `${field}\n${gender}`

/**
 * Lists a runner's times at the points, and the finish time last. The finish time is by `clock`, or by the other clock
 * if that time is missing.
 */
export const timesOf = (
  result: { outcome: ResultOutcome; gun_ms: number | null; net_ms: number | null; splits: readonly (number | null)[] },
  points: number,
  clock: 'gun' | 'net',
): (number | null)[] => {
  const finish =
    result.outcome !== 'finished'
      ? null
      : clock === 'net'
        ? (result.net_ms ?? result.gun_ms)
        : (result.gun_ms ?? result.net_ms)
  return [...Array.from({ length: points }, (_, at) => result.splits[at] ?? null), finish]
}

/** Sorts all times once, so that a binary search finds a rank. */
export const finishersOf = (all: readonly Finisher[], points: number): Finishers => {
  const gathered = new Map<string, number[][]>()
  const groupOf = (key: string) => {
    const found = gathered.get(key)
    if (found) return found
    const made = Array.from({ length: points + 1 }, (): number[] => [])
    gathered.set(key, made)
    return made
  }
  for (const { field, gender, times } of all) {
    const groups = [groupOf(groupKey(field, null)), ...(gender === null ? [] : [groupOf(groupKey(field, gender))])]
    for (const [at, ms] of times.entries()) if (ms !== null) for (const group of groups) group[at]!.push(ms)
  }
  return new Map([...gathered].map(([key, columns]) => [key, columns.map((column) => Int32Array.from(column).sort())]))
}

/** Returns the number of quicker runners plus one. */
const rankIn = (sorted: Int32Array | undefined, ms: number | null): number | null => {
  if (!sorted || ms === null) return null
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < ms) low = middle + 1
    else high = middle
  }
  return low + 1
}

/**
 * Finds a runner's ranks from point to point. A point without a time has no rank, so the rank at the next point is
 * compared with the last known rank.
 */
export const progressOf = (
  finishers: Finishers,
  runner: Finisher,
  points: readonly { label: string; metres: number | null }[],
): ProgressPoint[] => {
  const [field, own] = [
    finishers.get(groupKey(runner.field, null)) ?? [],
    runner.gender === null ? [] : (finishers.get(groupKey(runner.field, runner.gender)) ?? []),
  ]
  let before: number | null = null
  return points.map(({ label, metres }, at) => {
    const ms = runner.times[at] ?? null
    const sorted = field[at]
    const place = rankIn(sorted, ms)
    const won = place === null || before === null ? null : before - place
    before = place ?? before
    return {
      label,
      metres,
      ms,
      place,
      of: sorted?.length ?? 0,
      gender_place: rankIn(own[at], ms),
      won,
      best_ms: sorted?.[0] ?? null,
      middle_ms: sorted?.[(sorted.length - 1) >> 1] ?? null,
    }
  })
}
