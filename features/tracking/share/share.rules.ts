export const visibilities = ['race', 'link'] as const
export type Visibility = (typeof visibilities)[number]
export const stops = ['hand', 'finish', 'cutoff', 'consent', 'staff'] as const
export type StoppedBy = (typeof stops)[number]

const hour = 3_600_000
/** The time before the start from which a runner may open a run, so that the runner can try the phone at home. */
const beforeMs = 24 * hour
/** The assumed length of an event without a cut-off. */
const longestMs = 30 * hour
/** The time for which spectators can still see a run that has stopped. */
const shownAfterMs = 2 * hour

/** The start and the last moment of an event, in milliseconds; `cutoff` counts from the start. */
export type EventSpan = { start: number; cutoff: number | null }
export const endOfSpan = ({ start, cutoff }: EventSpan): number => start + (cutoff ?? longestMs)

/** Returns the refusal if no run of this event may be opened now. */
export const whyNotShareable = (span: EventSpan, now: number): 'share_not_yet' | 'share_over' | undefined =>
  now < span.start - beforeMs ? 'share_not_yet' : now >= endOfSpan(span) ? 'share_over' : undefined

/** Returns the reason why a shared run must stop. */
export const stopOf = (
  { outcome, span }: { outcome: string | null; span: EventSpan },
  now: number,
): 'finish' | 'cutoff' | undefined =>
  outcome === 'finished' || outcome === 'dnf' || outcome === 'dsq'
    ? 'finish'
    : now >= endOfSpan(span)
      ? 'cutoff'
      : undefined

export type SeenRun = {
  visibility: string
  uid: number | null
  stopped_at: Date | null
  erased_at: Date | null
  removed_at: Date | null
}
/** The caller who asks for a run. `hasLink` is true if the call has the secret part of the run's link. */
export type RunViewer = { uid: number | null; hasLink: boolean; raceShown: boolean }

/** Tells whether the run belongs to the caller. A deleted run belongs to nobody. */
export const isOwnRun = (run: Pick<SeenRun, 'uid' | 'removed_at'>, uid: number | null): boolean =>
  uid !== null && run.uid === uid && run.removed_at === null

export const maySee = (run: SeenRun, asker: RunViewer, now: number): boolean => {
  if (run.removed_at !== null) return false
  if (isOwnRun(run, asker.uid)) return true
  if (run.erased_at !== null) return false
  if (run.stopped_at !== null && now - run.stopped_at.getTime() > shownAfterMs) return false
  return run.visibility === 'link' ? asker.hasLink : run.visibility === 'race' && asker.raceShown
}

/**
 * Tells whether the server may store a late fix, which must be from the time of the run. After a withdrawn consent or a
 * stop by staff, the server stores no late fix.
 */
export const wasShared = (
  { created_at, stopped_at, stopped_by }: { created_at: Date; stopped_at: Date | null; stopped_by: string | null },
  at: number,
): boolean =>
  stopped_by !== 'consent' &&
  stopped_by !== 'staff' &&
  at >= created_at.getTime() - 60_000 &&
  (stopped_at === null || at <= stopped_at.getTime())

/** The shortest time between two fixes that a phone stores. */
const EVERY_MS = 3_000
/**
 * Tells whether a phone stores the next fix. The next fix may have an earlier time, because a phone may set its clock
 * back.
 */
export const isFixDue = (at: number, latest: number): boolean => Math.abs(at - latest) >= EVERY_MS

export const CHEER_LENGTH = 40
export const SENDER_LENGTH = 16
