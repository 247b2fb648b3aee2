import type { PointVideo } from '#features/races/reports.contract.ts'
import type { Moment } from '../progress/progress.contract.ts'

/** The date and the time at which a runner passed a point. */
export type PointPassing = { label: string; at: Date | null }

/**
 * Finds the date and the time at which a runner passed each point. Splits count from the gun or from the runner's own
 * start, which is later by the difference between gun time and net time.
 */
export const pointPassings = (
  { gun_ms, net_ms, times }: { gun_ms: number | null; net_ms: number | null; times: readonly (number | null)[] },
  { labels, clock, start }: { labels: readonly string[]; clock: 'gun' | 'net'; start: Date | null },
): PointPassing[] => {
  const waited = clock === 'net' && gun_ms !== null && net_ms !== null ? Math.max(0, gun_ms - net_ms) : 0
  return labels.map((label, at) => {
    const ms = times[at] ?? null
    return { label, at: start === null || ms === null ? null : new Date(start.getTime() + waited + ms) }
  })
}

type Shown = Omit<Moment, 'passed_at'> & { passed_at: Date | null }
/** The number of seconds that a video shows before the runner appears. */
const LEAD_SECONDS = 5

/**
 * Lists the videos of a runner: a company's page for the bib, or a film from a few seconds before the runner passes. A
 * film that does not show the passing is left out.
 */
export const videoMoments = (
  videos: readonly PointVideo[],
  eventid: number,
  bib: string,
  passings: readonly PointPassing[],
  clockAt: (at: Date) => string,
): Shown[] =>
  passings.flatMap(({ label, at }) =>
    videos
      .filter((video) => video.point === label && (video.eventid === undefined || video.eventid === eventid))
      .flatMap(({ kind, address, began, seconds }): Shown[] => {
        const time = at === null ? null : clockAt(at)
        const filled: Record<string, string> = { '{bib}': bib, '{time}': time ?? '', '{point}': label }
        const whole = address.replace(/\{(bib|time|point)\}/g, (placeholder) =>
          encodeURIComponent(filled[placeholder]!),
        )
        if (kind === 'page')
          return at === null && address.includes('{time}')
            ? []
            : [{ point: label, passed_at: at, time, kind, address: whole, offset: null }]
        const offset =
          at === null || began === undefined
            ? null
            : Math.floor((at.getTime() - new Date(began).getTime()) / 1000) - LEAD_SECONDS
        return offset === null || offset < -LEAD_SECONDS || (seconds !== undefined && offset + LEAD_SECONDS > seconds)
          ? []
          : [{ point: label, passed_at: at, time, kind, address: whole, offset: Math.max(0, offset) }]
      }),
  )
