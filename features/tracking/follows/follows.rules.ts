import type { FollowPoints } from './follows.contract.ts'

export const passingKinds = ['start', 'split', 'finish', 'end'] as const
export type PassingKind = (typeof passingKinds)[number]
/** A passing of a runner. `ms` is the time in the message. `end` means that the runner has left the race. */
export type FollowedPassing = { kind: PassingKind; label: string; ms: number | null; at: number }

/**
 * The age in milliseconds above which the server sends no message about a passing, because the passing is no longer
 * news.
 */
const NEWS_FOR_MS = 30 * 60_000
/** The most follows of one account or browser in a race. */
export const MOST_FOLLOWS = 50

export type FollowedResult = {
  outcome: string
  gun_ms: number | null
  net_ms: number | null
  splits: readonly (number | null)[]
  clock: string
}
/**
 * Lists the passings of a runner from a published result. If the result lacks the gun time or the net time, the moment
 * of the gun counts as the start. A result has no moment of a drop-out, so `now` counts.
 */
export const followedPassings = (
  { outcome, gun_ms, net_ms, splits, clock }: FollowedResult,
  points: readonly { label: string }[],
  gun: number,
  now: number,
): FollowedPassing[] => {
  if (outcome === 'dns' || outcome === 'dsq') return []
  const line = gun_ms !== null && net_ms !== null ? gun_ms - net_ms : 0
  const passings: FollowedPassing[] = [{ kind: 'start', label: '', ms: null, at: gun + line }]
  for (const [at, { label }] of points.entries()) {
    const ms = splits[at] ?? null
    if (ms !== null) passings.push({ kind: 'split', label, ms, at: gun + ms })
  }
  const finish = clock === 'net' ? (net_ms ?? gun_ms) : (gun_ms ?? net_ms)
  if (outcome === 'finished' && finish !== null)
    passings.push({ kind: 'finish', label: '', ms: finish, at: gun + (gun_ms ?? finish) })
  if (outcome === 'dnf') passings.push({ kind: 'end', label: '', ms: null, at: now })
  return passings
}
/** Returns the key of a passing. The server sends messages about each key of a runner only once. */
export const pointOf = ({ kind, label }: Pick<FollowedPassing, 'kind' | 'label'>): string => `${kind} ${label}`.trim()
export const labelOf = (point: string): string => point.replace(/^\w+ ?/, '')

export const isNews = (at: number, now: number): boolean => now - at <= NEWS_FOR_MS

/** Tells whether a follower chose this passing. Every follower gets the finish and a drop-out. */
export const wants = (
  { points, labels }: { points: string; labels: readonly string[] },
  { kind, label }: Pick<FollowedPassing, 'kind' | 'label'>,
): boolean => {
  if (kind === 'finish' || kind === 'end') return true
  const chosen: FollowPoints = points === 'all' || points === 'some' ? points : 'finish'
  return chosen === 'all' || (chosen === 'some' && kind === 'split' && labels.includes(label))
}

/**
 * Returns the moment after which a message is useless, and what the server does with it at night. A message about a
 * finish or a drop-out waits for the morning. The server drops any other message at night.
 */
export const keeping = (kind: PassingKind, now: Date): { until: Date; atNight: 'wait' | 'drop' } =>
  kind === 'finish' || kind === 'end'
    ? { until: new Date(now.getTime() + 16 * 3_600_000), atNight: 'wait' }
    : { until: new Date(now.getTime() + NEWS_FOR_MS), atNight: 'drop' }

/** The latest hour at which a follower's night ends. Most races start between six and eight in the morning. */
const NIGHT_ENDS = 6
export const quietForFollows = ({ from, to }: { from: number; to: number }): { from: number; to: number } => ({
  from,
  to: Math.min(to, NIGHT_ENDS),
})

/** Returns a time as people read it: 21:04, or 1:42:07. */
export const timeText = (ms: number): string => {
  const seconds = Math.ceil(ms / 1000)
  const two = (n: number) => String(n).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${two(minutes)}:${two(seconds % 60)}`
}
