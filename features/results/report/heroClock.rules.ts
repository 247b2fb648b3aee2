import type { Report } from '../contract.ts'

/**
 * Chooses the clock whose time a report shows in large figures, usually the clock that decides ranks. If the race shows
 * gun time for its best runners only (docs/behaviour/results.md, Top ranks), everybody else has net time. The other
 * clock stands in for a missing time.
 */
export const heroClock = (
  report: Pick<Report, 'basis' | 'places' | 'time' | 'nettime'>,
  gunBelow: number | null,
): 'gun' | 'net' => {
  const preferred =
    gunBelow === null
      ? report.basis
      : (report.places.find(({ of }) => of === 'gender')?.place ?? Infinity) < gunBelow
        ? 'gun'
        : 'net'
  const other = preferred === 'gun' ? 'net' : 'gun'
  return (preferred === 'gun' ? report.time : report.nettime) === null ? other : preferred
}
