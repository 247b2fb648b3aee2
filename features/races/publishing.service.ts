import type { Tx } from '#db/db.ts'
import { needed } from '#db/needed.ts'
import type { Call, Parts } from '#seam/server/handle.ts'
import type { Lacked } from './sale.rules.ts'
import type { RaceRow } from './store.ts'

/** What a race cannot be sold without and does not have; `of` names the events that it is about. */
export const raceLacks =
  needed<
    (parts: Pick<Parts, 'db' | 'integrations'>, race: RaceRow, now: Date) => Promise<{ what: Lacked; of: string[] }[]>
  >('what a race lacks to be sold')

/** Moves the starts of a race's events by so many days on its clock. */
export const eventsMove = needed<
  (tx: Tx, by: { raceid: number; days: number; zone: string; who: Call['who']; now: Date }) => Promise<void>
>('the way to move the events of a race')
