import type { Tx } from '#db/db.ts'
import { needed } from '#db/needed.ts'
import { readable } from '#db/readable.ts'

/** Columns of events for other rooms. */
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
