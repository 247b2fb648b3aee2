import type { PublicationState } from '../publication/publication.rules.ts'

export const protestStates = ['open', 'upheld', 'dismissed'] as const
export type ProtestState = (typeof protestStates)[number]

export const PICTURES_MOST = 3

/**
 * Why nobody may protest against a result now; undefined: they may. The last moment counts: a protest of that very
 * millisecond is in time.
 */
export const whyNoProtest = (
  { state, until }: { state: PublicationState; until: Date | null },
  asked: Date,
): 'protests_closed' | 'protest_late' | undefined => {
  if (state !== 'provisional' || until === null) return 'protests_closed'
  return asked > until ? 'protest_late' : undefined
}
