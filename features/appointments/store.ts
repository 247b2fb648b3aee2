import { rowsFor } from '#db/pages.ts'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { type Db, type Tx, jsonb, named } from '#db/db.ts'
import type { AppointmentSlots, Appointments } from '#db/schema.ts'
import { entered, registrationRows } from '#features/registrations/public.store.ts'
import { eventRows } from '#features/events/public.store.ts'
import type { Service } from './contract.ts'

export type SlotRow = Selectable<AppointmentSlots>
export type AppointmentRow = Selectable<Appointments>

/** Lists the slots that end after a moment, in the order of time. */
export const listSlots = (on: Db | Tx, raceid: number, from: Date): Promise<SlotRow[]> =>
  on
    .selectFrom('appointment_slots')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('ends_at', '>', from)
    .orderBy('starts_at')
    .orderBy('id')
    .execute()
export const pageSlots = (
  on: Db,
  page: { raceid: number; after?: { at: Date; id: number } | undefined; limit: number },
): Promise<SlotRow[]> => {
  let query = on
    .selectFrom('appointment_slots')
    .selectAll()
    .where('raceid', '=', page.raceid)
    .orderBy('starts_at')
    .orderBy('id')
    .limit(rowsFor(page.limit))
  if (page.after) query = query.where(sql<boolean>`(starts_at, id) > (${page.after.at}, ${page.after.id})`)
  return query.execute()
}

export const serviceOfSlot = async (tx: Tx, raceid: number, id: number): Promise<string | undefined> =>
  (
    await tx
      .selectFrom('appointment_slots')
      .select('service')
      .where('raceid', '=', raceid)
      .where('id', '=', id)
      .executeTakeFirst()
  )?.service

/**
 * Locks these slots until the transaction ends. The function locks them in the order of their ids, so that two calls
 * never wait for each other in a circle.
 */
export const lockSlots = (tx: Tx, raceid: number, ids: readonly number[]): Promise<SlotRow[]> =>
  named<SlotRow>(
    tx,
    'lock appointment slots',
    'select * from appointment_slots where raceid = $1 and id = any($2::bigint[]) order by id for update',
    [raceid, ids],
  )
/**
 * Adds taken places to a slot. A negative number gives places back. The constraint `slots_are_not_overbooked` refuses
 * an overbooked slot in any case.
 */
export const countTaken = async (tx: Tx, raceid: number, id: number, by: number, now: Date): Promise<void> => {
  await named(
    tx,
    'count appointment places',
    'update appointment_slots set taken = taken + $3, updated_at = $4 where raceid = $1 and id = $2',
    [raceid, id, by, now],
  )
}
/**
 * Writes slots that overlap no slot of the same service and event, and returns their number. The caller has locked the
 * race's slots, so only one caller makes slots at a time.
 */
export const insertSlots = async (
  tx: Tx,
  common: {
    raceid: number
    service: Service
    eventid: number
    name: unknown
    place: unknown
    places: number
    now: Date
  },
  spans: readonly { starts_at: Date; ends_at: Date }[],
): Promise<number> => {
  const { raceid, service, eventid, name, place, places, now } = common
  const [from, until] = [spans[0]!.starts_at, spans.at(-1)!.ends_at]
  const there = await tx
    .selectFrom('appointment_slots')
    .select(['starts_at', 'ends_at'])
    .where('raceid', '=', raceid)
    .where('service', '=', service)
    .where('eventid', '=', eventid)
    .where('starts_at', '<', until)
    .where('ends_at', '>', from)
    .execute()
  const free = spans.filter(
    (span) => !there.some((one) => one.starts_at < span.ends_at && span.starts_at < one.ends_at),
  )
  if (free.length === 0) return 0
  const made = await tx
    .insertInto('appointment_slots')
    .values(
      free.map((span) => ({
        raceid,
        service,
        eventid,
        name: jsonb(name),
        place: jsonb(place),
        ...span,
        places,
        created_at: now,
        updated_at: now,
      })),
    )
    .returning('id')
    .execute()
  return made.length
}
export const saveSlot = (
  tx: Tx,
  raceid: number,
  id: number,
  change: { name: unknown; place: unknown; places: number; updated_at: Date },
): Promise<SlotRow> =>
  tx
    .updateTable('appointment_slots')
    .set({ ...change, name: jsonb(change.name), place: jsonb(change.place) })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
/** Removes a slot together with its cancelled appointments. */
export const removeSlot = async (tx: Tx, raceid: number, id: number): Promise<void> => {
  await tx
    .deleteFrom('appointments')
    .where('raceid', '=', raceid)
    .where('slotid', '=', id)
    .where('state', '=', 'cancelled')
    .execute()
  await tx.deleteFrom('appointment_slots').where('raceid', '=', raceid).where('id', '=', id).execute()
}

export const findLive = (
  on: Db | Tx,
  raceid: number,
  registrationid: number,
  service: string,
): Promise<AppointmentRow | undefined> =>
  on
    .selectFrom('appointments')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('registrationid', '=', registrationid)
    .where('service', '=', service)
    .where('state', '=', 'booked')
    .executeTakeFirst()
export const insertAppointment = (
  tx: Tx,
  row: { raceid: number; _key: string; slotid: number; registrationid: number; service: string; now: Date },
): Promise<AppointmentRow> => {
  const { now, ...given } = row
  return tx
    .insertInto('appointments')
    .values({ ...given, state: 'booked', created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}
export const moveAppointment = (
  tx: Tx,
  raceid: number,
  id: number,
  change: { slotid?: number; state?: string; updated_at: Date },
): Promise<AppointmentRow> =>
  tx
    .updateTable('appointments')
    .set(change)
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

const dead = `not (${entered('r')})`
/** Finds at most 200 slots that have not begun and that are booked by registrations whose runners will not run. */
export const slotsOfDead = (on: Db, now: Date): Promise<{ raceid: number; slotid: number }[]> =>
  named(
    on,
    'find slots of dead registrations',
    `select distinct a.raceid, a.slotid from appointments a
     join appointment_slots s on s.raceid = a.raceid and s.id = a.slotid and s.starts_at > $1
     join ${registrationRows.text} r on r.raceid = a.raceid and r.id = a.registrationid
     where a.state = 'booked' and ${dead} order by a.raceid, a.slotid limit 200`,
    [now],
  )
/**
 * Cancels the appointments of locked slots whose runners will not run. Returns the number of cancelled appointments of
 * each slot.
 */
export const cancelDead = (
  tx: Tx,
  raceid: number,
  slotids: readonly number[],
  now: Date,
): Promise<{ slotid: number; freed: number }[]> =>
  named(
    tx,
    'cancel appointments of dead registrations',
    `with gone as (
       update appointments a set state = 'cancelled', updated_at = $3 from ${registrationRows.text} r
       where a.raceid = $1 and a.slotid = any($2::bigint[]) and a.state = 'booked' and r.raceid = a.raceid
         and r.id = a.registrationid and ${dead}
       returning a.slotid)
     select slotid, count(*)::integer as freed from gone group by slotid order by slotid`,
    [raceid, slotids, now],
  )

const view = (on: Db | Tx) =>
  on
    .selectFrom('appointments as a')
    .innerJoin('appointment_slots as s', (join) =>
      join.onRef('s.raceid', '=', 'a.raceid').onRef('s.id', '=', 'a.slotid'),
    )
    .innerJoin(registrationRows.as('r'), (join) =>
      join.onRef('r.raceid', '=', 'a.raceid').onRef('r.id', '=', 'a.registrationid'),
    )
    .innerJoin(eventRows.as('e'), (join) => join.onRef('e.raceid', '=', 'r.raceid').onRef('e.id', '=', 'r.eventid'))
    .select([
      'a.id',
      'a._key',
      'a.raceid',
      'a.slotid',
      'a.service',
      's.name as slot_name',
      's.place',
      's.starts_at',
      's.ends_at',
      'r._key as registration_key',
      'r.name as registration_name',
      'r.bib',
      'r.prefix_bib',
      'e.name as event',
      'e.names as event_names',
    ])
    .where('a.state', '=', 'booked')
    .where(sql.raw<boolean>(entered('r')))
    .orderBy('s.starts_at')
    .orderBy('a.id')
export type BookedRow = Awaited<ReturnType<ReturnType<typeof view>['execute']>>[number]

export const listOfRegistration = (on: Db | Tx, raceid: number, registrationid: number): Promise<BookedRow[]> =>
  view(on).where('a.raceid', '=', raceid).where('a.registrationid', '=', registrationid).execute()
type PageAsked = { after?: { at: Date; id: number } | undefined; limit: number }
export const pageOfAccount = (
  on: Db,
  uid: number,
  page: PageAsked & { raceid?: number | undefined },
): Promise<BookedRow[]> => {
  let query = view(on).where('r.uid', '=', uid).limit(rowsFor(page.limit))
  if (page.raceid !== undefined) query = query.where('a.raceid', '=', page.raceid)
  if (page.after) query = query.where(sql<boolean>`(s.starts_at, a.id) > (${page.after.at}, ${page.after.id})`)
  return query.execute()
}
export const pageOfRace = (
  on: Db,
  raceid: number,
  page: PageAsked & { service?: Service | undefined; from?: Date | undefined },
): Promise<BookedRow[]> => {
  let query = view(on).where('a.raceid', '=', raceid).limit(rowsFor(page.limit))
  if (page.service) query = query.where('a.service', '=', page.service)
  if (page.from) query = query.where('s.ends_at', '>', page.from)
  if (page.after) query = query.where(sql<boolean>`(s.starts_at, a.id) > (${page.after.at}, ${page.after.id})`)
  return query.execute()
}
