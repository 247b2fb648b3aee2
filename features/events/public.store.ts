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
 * Counts the registrations that already hold a thing, when the thing gets a limit. With `eventid` 0 it counts over all
 * events. A registration with a place also holds its shirt, seat, zone and add-ons. The caller has locked the events.
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
 * Lists the places that are left in each event, at most 2,000 events, for metrics. It leaves out events without a limit
 * on places. It also leaves out events whose sign-up is not under way, and events whose sign-up has no set beginning or
 * no set end.
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
