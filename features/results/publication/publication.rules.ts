/** The states of an event's results for runners: hidden, visible and open to protests, or final. */
export const publicationStates = ['none', 'provisional', 'official'] as const
export type PublicationState = (typeof publicationStates)[number]

/** Tells whether runners wait for their certificates until the results are official. */
export const certificateIsHeld = (
  { certificates_official }: { certificates_official: boolean },
  { official_at }: { official_at: Date | null },
): boolean => certificates_official && official_at === null

type Published = { published_at: Date | null; official_at: Date | null }
/** Returns the state of an event's results. Results with a `published_at` in the future are hidden. */
export const publicationStateOf = ({ published_at, official_at }: Published, now: Date): PublicationState =>
  published_at === null || published_at > now ? 'none' : official_at === null ? 'provisional' : 'official'

export type Publishing = {
  from: PublicationState
  to: PublicationState
  note: string
  /** The number of open protests. */
  protests: number
  /** True if the publisher knows about the open protests. */
  despite: boolean
}
/** Returns the reason why results cannot get the wanted state. */
export const whyNotPublished = ({
  from,
  to,
  note,
  protests,
  despite,
}: Publishing): 'reason_missing' | 'protests_open' | undefined => {
  if (from === 'official' && to === 'provisional' && note === '') return 'reason_missing'
  return to === 'official' && protests > 0 && !despite ? 'protests_open' : undefined
}

/** Returns the start of an event if it is still to come; otherwise null. */
export const startAhead = (
  { start_at }: { start_at: Date | null },
  race: { time: Date } | undefined,
  now: Date,
): Date | null => {
  const start = start_at ?? race?.time ?? null
  return start !== null && start > now ? start : null
}
/**
 * Tells whether staff must confirm a publication, because runners would see results before the start. `at` is the
 * planned moment; null means at once.
 */
export const isEarly = (ahead: string | null, at: string | null): boolean =>
  ahead !== null && (at === null || Date.parse(at) < Date.parse(ahead))

/**
 * Returns the moment until which runners may protest: some minutes after the announcement of the list (World Athletics,
 * Technical Rule 8.1: within 30 minutes). Null: the race takes no protests.
 */
export const protestUntil = (announced: Date, minutes: number): Date | null =>
  minutes <= 0 ? null : new Date(announced.getTime() + minutes * 60_000)
