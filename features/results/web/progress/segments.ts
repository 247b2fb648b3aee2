import type { ProgressPoint } from '../../progress/progress.contract.ts'

/**
 * One stretch between two points that both have a time, its pace in seconds per kilometre, and that of the middle of
 * the field.
 */
export type Segment = { from: number; to: number; pace: number; middle: number | null }

/**
 * Stretches of a runner's way; a missing point joins two of them, a point without a distance is passed over. `waited`:
 * how long after the gun the runner started, where times count from it. How long the middle of the field waited nobody
 * knows, so its first stretch has no pace then.
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

/** Places won over the whole way, from the first point with a place on; null where there is none to compare with. */
export const wonOverall = (points: readonly ProgressPoint[]): { label: string; won: number } | null => {
  const placed = points.filter(({ place }) => place !== null)
  const [first, last] = [placed[0], placed.at(-1)]
  return first && last && first !== last && last === points.at(-1)
    ? { label: first.label, won: first.place! - last.place! }
    : null
}

/** How far one is behind the other at each point that both have: positive where `own` is slower. */
export const gapsOf = (
  own: readonly ProgressPoint[],
  other: readonly ProgressPoint[],
): { label: string; own: number; other: number; gap: number }[] =>
  own.flatMap(({ label, ms }) => {
    const theirs = other.find((point) => point.label === label)?.ms ?? null
    return ms === null || theirs === null ? [] : [{ label, own: ms, other: theirs, gap: ms - theirs }]
  })

/**
 * How long after the gun somebody started, where times count from the gun; nought where they count from the start
 * itself.
 */
export const waitedOf = (
  { gun_ms, net_ms }: { gun_ms: number | null; net_ms: number | null },
  basis: 'gun' | 'net',
): number => (basis === 'gun' && gun_ms !== null && net_ms !== null ? Math.max(0, gun_ms - net_ms) : 0)
