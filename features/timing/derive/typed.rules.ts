import type { CoursePoint } from '../course/course.contract.ts'
import { type ValidRead, fits } from './passages.rules.ts'

/**
 * The kinds of reads that a person writes at an aid station. A runner who gives up there has reached the station, so
 * `drop` is a read too.
 */
export const typedKinds = ['in', 'out', 'drop'] as const
export type TypedKind = (typeof typedKinds)[number]
/** A read that a person wrote. `margin` is the uncertainty of its moment, in milliseconds. */
export type TypedEntry = { kind: TypedKind; margin: number }
export type TypedVerdict = 'same_passage' | 'chip_agrees' | 'chip_differs'

type TimeAt = { label: string; at: number | null }
type Joined = { counted: ValidRead[]; verdicts: Map<number, TypedVerdict>; differs: boolean }
type Ways = { points: readonly CoursePoint[]; laps: boolean; apart: number }

/** Compares a read that a person wrote with the times that chips give to the points of the read's station. */
const besideChips = (read: ValidRead, typed: TypedEntry, { points, laps, apart }: Ways, times: readonly TimeAt[]) => {
  const own = points.filter((point) => fits(point, read))
  const found = times.filter(({ label }) => own.some((point) => label === point.label || isLapOf(label, point.label)))
  const nearest = Math.min(...found.map(({ at }) => (at === null ? Infinity : Math.abs(at - read.at))))
  if (nearest <= (laps ? Math.max(apart, typed.margin) : typed.margin)) return 'chip_agrees'
  return !laps && found.length > 0 && found.every(({ at }) => at !== null) ? 'chip_differs' : undefined
}
const isLapOf = (label: string, point: string) => label.startsWith(`${point} `)

/**
 * Joins the reads of chips with the reads that people wrote. At a point with a chip's read, the chip's read counts. If
 * the two differ by more than the person's uncertainty, `differs` is true, except in a race in laps. At a point without
 * a chip's read, the person's read counts. A drop-out shows only that the runner was at the station. A way out shows no
 * more than this if the station has no point for the way out.
 */
export const joinTyped = (
  ways: Ways,
  counted: readonly (ValidRead & { typed?: TypedEntry | undefined })[],
  ofChips: readonly TimeAt[],
): Joined => {
  const verdicts = new Map<number, TypedVerdict>()
  const kept: ValidRead[] = []
  const onlyThere: ValidRead[] = []
  for (const { typed, ...read } of counted) {
    if (!typed) {
      kept.push(read)
      continue
    }
    const hasOut = ways.points.some((point) => fits(point, { stationid: read.stationid, way: 'out' }))
    const isThere = typed.kind === 'drop' || (typed.kind === 'out' && !hasOut)
    const wayed: ValidRead = { ...read, way: typed.kind === 'out' && hasOut ? 'out' : 'in' }
    if (isThere) onlyThere.push(wayed)
    else {
      const verdict = besideChips(wayed, typed, ways, ofChips)
      if (verdict) verdicts.set(read.id, verdict)
      else kept.push(wayed)
    }
  }
  const wayIn = ({ way }: ValidRead) => way !== 'out'
  for (const read of onlyThere)
    if (kept.some((other) => other.stationid === read.stationid && wayIn(other) && other.at <= read.at))
      verdicts.set(read.id, 'same_passage')
    else kept.push(read)
  return {
    counted: kept.sort((a, b) => a.at - b.at || a.id - b.id),
    verdicts,
    differs: [...verdicts.values()].includes('chip_differs'),
  }
}
