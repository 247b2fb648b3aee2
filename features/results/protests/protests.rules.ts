import type { PublicationState } from '../publication/publication.rules.ts'

export const protestStates = ['open', 'upheld', 'dismissed'] as const
export type ProtestState = (typeof protestStates)[number]

export const PICTURES_MOST = 3

/**
 * Returns the reason why a runner cannot protest against a result at this moment. A protest at `until` is in time.
 */
export const whyNoProtest = (
  { state, until }: { state: PublicationState; until: Date | null },
  filedAt: Date,
): 'protests_closed' | 'protest_late' | undefined => {
  if (state !== 'provisional' || until === null) return 'protests_closed'
  return filedAt > until ? 'protest_late' : undefined
}
