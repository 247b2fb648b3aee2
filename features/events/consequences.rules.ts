import type { EventDraft } from './contract.ts'

/** A change of an event that people who have signed up want to know about. */
export type Consequence =
  | { what: 'price'; before: number; after: number }
  | { what: 'more' | 'fewer'; before: number; after: number }
  | { what: 'start'; before: string | null; after: string | null }

type ComparedEvent = Pick<EventDraft, 'price' | 'places' | 'start_at' | 'signup_from'>
const instant = (at: string | null): number | null => (at === null ? null : Date.parse(at))
/** Tells whether somebody may have signed up. Entrants of a draw hold no place, so an open sign-up counts too. */
const mayHaveEntrants = ({ signup_from }: ComparedEvent, taken: number, now: Date): boolean =>
  taken > 0 || (signup_from !== null && Date.parse(signup_from) <= now.getTime())

/**
 * Lists the changes of price, places and start that reach people who have signed up. The server refuses fewer places
 * than are taken, so the list leaves out such a change.
 */
export const consequencesOf = (
  before: ComparedEvent,
  after: ComparedEvent,
  taken: number,
  now: Date,
): Consequence[] => {
  if (!mayHaveEntrants(before, taken, now)) return []
  const found: Consequence[] = []
  if (before.price !== after.price) found.push({ what: 'price', before: before.price, after: after.price })
  if (after.places > before.places) found.push({ what: 'more', before: before.places, after: after.places })
  if (after.places < before.places && after.places >= taken)
    found.push({ what: 'fewer', before: before.places, after: after.places })
  if (instant(before.start_at) !== instant(after.start_at))
    found.push({ what: 'start', before: before.start_at, after: after.start_at })
  return found
}
