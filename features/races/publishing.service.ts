import type { Tx } from '#db/db.ts'
import { needed } from '#db/needed.ts'
import type { Call, Parts } from '#seam/server/handle.ts'
import type { Lacked } from './sale.rules.ts'
import type { RaceRow } from './store.ts'

/** Lists the missing things without which a race cannot be sold. `of` names the events that lack something. */
export const raceLacks =
  needed<
    (parts: Pick<Parts, 'db' | 'integrations'>, race: RaceRow, now: Date) => Promise<{ what: Lacked; of: string[] }[]>
  >('what a race lacks to be sold')

/** Moves the starts of a race's events by a number of days. The hour on the race's clock stays. */
export const eventsMove = needed<
  (tx: Tx, by: { raceid: number; days: number; zone: string; who: Call['who']; now: Date }) => Promise<void>
>('the way to move the events of a race')
