import type { Db, Tx } from '#db/db.ts'
import { needed } from '#db/needed.ts'
import { readable } from '#db/readable.ts'

export const eventRows = readable('events', [
  'raceid',
  'id',
  'name',
  'names',
  'type',
  'distance_cm',
  'state',
  'price',
  'prices',
  'addons',
  'paystate',
  'poster_reg',
  'poster_paid',
  'pay_end',
  'draw_at',
  'pay_minutes',
  'places',
  'taken',
  'signup_from',
  'signup_until',
  'start_at',
  'colour',
  'form',
  'ranking',
  'settings',
  'sort',
  'created_at',
  'updated_at',
  'waitlist',
  'waiting',
  'draw_kept',
  'stopped_at',
])

/**
 * Counts the registrations that hold a thing already, for a new limit. Eventid 0 counts over all events. A registration
 * with a place holds its shirt, seat and zone. The caller has locked the events.
 */
export const holdersCounted = needed<
  (
    tx: Tx,
    raceid: number,
    kind: 'clothes' | 'packagebus' | 'zone' | 'addon',
    eventid: number,
    name: string,
  ) => Promise<number>
>('how many hold a counted thing')

export type PlacesLeft = { raceid: number; eventid: number; left: number }

/**
 * Lists the places that are left in each event, at most 2,000 events, for metrics. It leaves out events without a
 * limit, and events that are not between the set beginning and the set end of their sign-up.
 */
export const listPlacesLeft = async (db: Db, now: Date): Promise<PlacesLeft[]> => {
  const rows = await db
    .selectFrom('events')
    .select((eb) => ['raceid', 'id as eventid', eb('places', '-', eb.ref('taken')).as('left')])
    .where('places', 'is not', null)
    .where('signup_from', '<=', now)
    .where('signup_until', '>', now)
    .orderBy('raceid')
    .orderBy('id')
    .limit(2000)
    .execute()
  return rows.map((row) => ({ ...row, left: row.left ?? 0 }))
}
