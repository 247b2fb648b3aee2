import { type Correction, finishPoint } from '#features/results/corrections/corrections.rules.ts'
import type { TimedResultRow } from '../reads/log.store.ts'
import type { DerivedRace } from '../rules.ts'

/** Presents a correction to the console. `by` is the name of its author. */
export const presentCorrection = (one: Correction, by: string | null) => ({
  id: one.id,
  bib: one.bib,
  kind: one.kind,
  reason: one.reason,
  created_at: one.created_at,
  undone_at: one.undone_at,
  by,
  point: one.kind === 'time' ? one.point : null,
  ms: one.kind === 'time' ? one.ms : null,
  outcome: one.kind === 'outcome' ? one.outcome : null,
  rule: one.kind === 'outcome' ? one.rule : null,
  with: one.kind === 'swap' ? one.with : null,
  team: one.kind === 'team' ? (one.team ?? '') : null,
  hidden: one.kind === 'name' ? one.hidden : null,
  doubt: one.kind === 'doubt' ? one.doubt : null,
})

type Point = { label: string; kind: string; metres: number | null }
type Times = Pick<TimedResultRow, 'gun_ms' | 'net_ms' | 'splits'>

/** Finds the time from the gun to the start line. */
const startTime = ({ gun_ms, net_ms }: Pick<Times, 'gun_ms' | 'net_ms'>) =>
  gun_ms === null || net_ms === null ? null : gun_ms - net_ms

/**
 * Lists the present time at each point, beside the time before any correction (from raw reads or from the file). A
 * result that nobody timed here has the points of its file, and the finish.
 */
export const presentPoints = (
  course: { points: readonly Point[] } | undefined,
  result: TimedResultRow | undefined,
  derived: DerivedRace['times'],
  gun: number | null,
) => {
  const original = result?.original ?? null
  const filed = result?.points ?? []
  const fromReads = new Map(derived.map(({ label, at }) => [label, at === null || gun === null ? null : at - gun]))
  const splitOf = (splits: Times['splits'], label: string) => {
    const at = filed.findIndex((one) => one.label === label)
    return at < 0 ? null : (splits[at] ?? null)
  }
  const timeOf = (times: Times, { kind, label }: Point) =>
    kind === 'finish' ? times.gun_ms : kind === 'start' ? startTime(times) : splitOf(times.splits, label)
  const standing = (point: Point) => {
    if (!result) return point.kind === 'start' ? (fromReads.get(point.label) ?? null) : null
    // Without a correction the time at the start comes from the mat. The result has no net time before the finish, so
    // the result cannot give the time at the start.
    const corrected = original !== null && startTime(result) !== null
    return point.kind === 'start' && !corrected ? (fromReads.get(point.label) ?? null) : timeOf(result, point)
  }
  const points: Point[] = course
    ? course.points.map(({ label, kind, metres }) => ({ label, kind, metres }))
    : [...filed.map((one) => ({ ...one, kind: 'split' })), { label: finishPoint, kind: 'finish', metres: null }]
  return points.map((point) => {
    const ms = standing(point)
    const derived_ms = fromReads.get(point.label) ?? (original ? timeOf(original, point) : ms)
    return { ...point, ms, derived_ms, at: ms === null || gun === null ? null : new Date(gun + ms) }
  })
}
