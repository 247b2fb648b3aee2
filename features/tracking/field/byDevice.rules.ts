/** Rules for runners whom only their devices show, because no mat has seen them. */
import { type FieldEvent, type FieldRunner, byProgress, lastAt } from './field.rules.ts'

/**
 * The place of a runner by the device. `metres` is null beside the course. `farthest` is the farthest sure place, and
 * `at` the moment of the last fix, in milliseconds since 1970. The speed is in metres a second.
 */
export type DevicePlace = { metres: number | null; farthest: number; speed: number; at: number }

/** Makes the event of a course that nobody times. It has a start and a finish, and neither of them has a mat. */
export const untimedEvent = (eventid: number, metres: number): FieldEvent => ({
  eventid,
  points: [
    { label: '起点', kind: 'start', metres: 0, cutoff: null },
    { label: '终点', kind: 'finish', metres: Math.round(metres), cutoff: null },
  ],
  waves: [],
  shape: 'course',
  usual: null,
  closed: false,
})

/** Tells whether a mat after the start line has seen a runner. */
export const isSeenByMat = (runner: FieldRunner): boolean => lastAt(runner) >= 1

const progressOf = (place: DevicePlace | undefined): number => (place ? (place.metres ?? place.farthest) : -1)
type Standing = { list: FieldRunner[]; ranks: Map<FieldRunner, number> }
/**
 * Orders the runners of an event, and gives them their ranks. Until a mat after the start line has seen somebody, the
 * places of the devices decide. After that, passings decide, and the runners whom only devices know come last, without
 * a rank.
 */
export const standingOf = (
  timed: readonly FieldRunner[],
  only: readonly FieldRunner[],
  placeOf: (runner: FieldRunner) => DevicePlace | undefined,
): Standing => {
  const ranks = new Map<FieldRunner, number>()
  const list = [...timed, ...only]
  if (timed.some(isSeenByMat)) {
    for (const [at, runner] of timed.entries()) if (lastAt(runner) >= 0) ranks.set(runner, at + 1)
    return { list: [...timed, ...sortedByPlace(only, placeOf)], ranks }
  }
  const sorted = sortedByPlace(list, placeOf)
  for (const [at, runner] of sorted.entries()) {
    const place = runner.outcome === 'running' ? placeOf(runner) : undefined
    if (progressOf(place) > 0 || lastAt(runner) >= 0) ranks.set(runner, at + 1)
  }
  return { list: sorted, ranks }
}
const sortedByPlace = (
  runners: readonly FieldRunner[],
  placeOf: (runner: FieldRunner) => DevicePlace | undefined,
): FieldRunner[] => {
  const progress = new Map(
    runners.map((runner) => [runner, runner.outcome === 'running' ? progressOf(placeOf(runner)) : -1]),
  )
  return runners.toSorted((a, b) => progress.get(b)! - progress.get(a)! || byProgress(a, b))
}
