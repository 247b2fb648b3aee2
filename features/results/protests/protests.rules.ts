import type { PublicationState } from '../publication/publication.rules.ts'

export const protestStates = ['open', 'upheld', 'dismissed'] as const
export type ProtestState = (typeof protestStates)[number]

export const PICTURES_MOST = 3

/**
 * The reason why nobody may protest against a result now; undefined: the runner may. A protest in the very last
 * millisecond is in time.
 */
export const whyNoProtest = (
  { state, until }: { state: PublicationState; until: Date | null },
  asked: Date,
): 'protests_closed' | 'protest_late' | undefined => {
  if (state !== 'provisional' || until === null) return 'protests_closed'
  return asked > until ? 'protest_late' : undefined
}
