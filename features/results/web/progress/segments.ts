import type { ProgressPoint } from '../../progress/progress.contract.ts'

/**
 * A segment between two points with times. `pace` is in seconds per kilometre, `middle` is the median pace of the
 * field.
 */
export type Segment = { from: number; to: number; pace: number; middle: number | null }

/**
 * Lists the segments of a runner's course. A point without a time joins two segments; a point without a distance is
 * skipped. `waited` is the time from the gun to the runner's start, if times count from the gun. The median runner's
 * wait is unknown, so the first segment then has no median pace.
 */
export const segmentsOf = (points: readonly ProgressPoint[], waited = 0): Segment[] => {
  const known = points.flatMap(({ metres, ms, middle_ms }) =>
    metres === null || ms === null ? [] : [{ metres, ms, middle_ms }],
  )
  let before: { metres: number; ms: number; middle_ms: number | null } = {
    metres: 0,
    ms: waited,
    middle_ms: waited > 0 ? null : 0,
  }
  return known.flatMap((point) => {
    const { metres, ms, middle_ms } = before
    before = point
    if (point.metres <= metres || point.ms <= ms) return []
    const over = point.metres - metres
    return [
      {
        from: metres,
        to: point.metres,
        pace: (point.ms - ms) / over,
        middle:
          middle_ms === null || point.middle_ms === null || point.middle_ms <= middle_ms
            ? null
            : (point.middle_ms - middle_ms) / over,
      },
    ]
  })
}

/** Counts the ranks that the runner gained from the first point with a rank (`label`) to the finish. */
export const wonOverall = (points: readonly ProgressPoint[]): { label: string; won: number } | null => {
  const ranked = points.filter(({ place }) => place !== null)
  const [first, last] = [ranked[0], ranked.at(-1)]
  return first && last && first !== last && last === points.at(-1)
    ? { label: first.label, won: first.place! - last.place! }
    : null
}

/**
 * Computes the gap between two runners at each point at which both runners have a time. The gap is positive if `own` is
 * slower.
 */
export const gapsOf = (
  own: readonly ProgressPoint[],
  other: readonly ProgressPoint[],
): { label: string; own: number; other: number; gap: number }[] =>
  own.flatMap(({ label, ms }) => {
    const theirs = other.find((point) => point.label === label)?.ms ?? null
    return ms === null || theirs === null ? [] : [{ label, own: ms, other: theirs, gap: ms - theirs }]
  })

/** Returns the time from the gun to a runner's start. It is 0 if times count from the runner's own start. */
export const waitedOf = (
  { gun_ms, net_ms }: { gun_ms: number | null; net_ms: number | null },
  clock: 'gun' | 'net',
): number => (clock === 'gun' && gun_ms !== null && net_ms !== null ? Math.max(0, gun_ms - net_ms) : 0)
