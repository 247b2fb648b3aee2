import type { Insertable, Selectable } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import type { Events } from '#db/schema.ts'

export type EventRow = Selectable<Events>

export const listEvents = async (db: Db | Tx, raceid: number): Promise<EventRow[]> =>
  db.selectFrom('events').selectAll().where('raceid', '=', raceid).orderBy('sort').orderBy('id').execute()

export const findEvent = async (db: Db | Tx, raceid: number, id: number): Promise<EventRow | undefined> =>
  db.selectFrom('events').selectAll().where('raceid', '=', raceid).where('id', '=', id).executeTakeFirst()

/** Creates an event, or replaces all columns but `taken` of the stored event that has the same id. */
export const upsertEvent = async (tx: Tx, row: Insertable<Events>): Promise<EventRow> => {
  const { raceid: _, id: __, taken: ___, ...kept } = row
  return tx
    .insertInto('events')
    .values(row)
    .onConflict((on) => on.columns(['raceid', 'id']).doUpdateSet(kept))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const moveStart = (tx: Tx, raceid: number, id: number, start_at: Date, now: Date): Promise<EventRow> =>
  tx
    .updateTable('events')
    .set({ start_at, updated_at: now })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const changeRanking = async (
  tx: Tx,
  raceid: number,
  id: number,
  ranking: object,
  settings: object,
  now: Date,
): Promise<void> => {
  await named(
    tx,
    'change ranking',
    'update events set ranking = $3, settings = settings || $4::jsonb, updated_at = $5 where raceid = $1 and id = $2',
    [raceid, id, JSON.stringify(ranking), JSON.stringify(settings), now],
  )
}

export type LockedEvent = Pick<
  EventRow,
  | 'state'
  | 'places'
  | 'taken'
  | 'price'
  | 'prices'
  | 'addons'
  | 'paystate'
  | 'signup_from'
  | 'signup_until'
  | 'pay_end'
  | 'updated_at'
  | 'waitlist'
  | 'waiting'
  | 'stopped_at'
>
/** Locks the event's row until the transaction ends and returns it. */
export const lockEventRow = async (tx: Tx, raceid: number, id: number): Promise<LockedEvent | undefined> => {
  const rows = await named<LockedEvent>(
    tx,
    'lock event',
    `select state, places, taken, price, prices, addons, paystate, signup_from, signup_until, pay_end, updated_at,
      waitlist, waiting, stopped_at
      from events
      where raceid = $1 and id = $2 for update`,
    [raceid, id],
  )
  return rows[0]
}

export type DisruptedEvent = Partial<Pick<EventRow, 'start_at' | 'distance_cm' | 'stopped_at' | 'paystate'>>
/** Changes the start, the distance, the cancellation or the pay state of a locked event. */
export const changeDisrupted = async (
  tx: Tx,
  raceid: number,
  id: number,
  change: DisruptedEvent,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('events')
    .set({ ...change, updated_at: now })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute()
}

/**
 * Sets the time at which entrants learn the outcome of an event's draw. The status of the event's registrations depends
 * on this time.
 */
export const setDrawAt = async (tx: Tx, raceid: number, id: number, at: Date | null, now: Date): Promise<void> => {
  await tx
    .updateTable('events')
    .set({ draw_at: at, updated_at: now })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute()
}
/**
 * Sets whether the declaration of a draw fixes the hour of the outcome. While the hour is fixed, staff can change it
 * only in the rules of the draw.
 */
export const fixDrawHour = async (tx: Tx, raceid: number, id: number, draw_kept: boolean, now: Date): Promise<void> => {
  await tx
    .updateTable('events')
    .set({ draw_kept, updated_at: now })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute()
}

/**
 * Sets the posters of an event for people who have signed up, and for people who have paid. No sign-up depends on the
 * posters, so `updated_at` stays.
 */
export const setPosters = async (
  tx: Tx,
  raceid: number,
  id: number,
  posters: Pick<EventRow, 'poster_reg' | 'poster_paid'>,
): Promise<void> => {
  await tx.updateTable('events').set(posters).where('raceid', '=', raceid).where('id', '=', id).execute()
}

/**
 * Adds taken places to an event. A negative number gives places back. The constraint `places_are_not_oversold` refuses
 * an oversold event in any case.
 */
export const addTakenPlaces = async (tx: Tx, raceid: number, id: number, by: number): Promise<void> => {
  await named(tx, 'count places taken', 'update events set taken = taken + $3 where raceid = $1 and id = $2', [
    raceid,
    id,
    by,
  ])
}

/**
 * Sets whether an event has an open waitlist, and how many registrations wait. `updated_at` stays, because a sign-up
 * reads both values from the locked row.
 */
export const setWaitlist = async (
  tx: Tx,
  raceid: number,
  id: number,
  waitlist: boolean,
  waiting: number,
): Promise<void> => {
  await named(
    tx,
    'set waitlist of event',
    `update events
      set waitlist = $3, waiting = $4
      where raceid = $1 and id = $2 and (waitlist, waiting) is distinct from ($3, $4)`,
    [raceid, id, waitlist, waiting],
  )
}

/** The kinds of counted things. A thing without a row has no limit. `eventid` 0 means all events of the race. */
export type CounterKind = 'clothes' | 'packagebus' | 'zone' | 'addon'
export type Counter = { kind: CounterKind; eventid: number; name: string; most: number; taken: number }

export const listCounters = async (db: Db | Tx, raceid: number): Promise<Counter[]> =>
  named<Counter>(
    db,
    'list counters',
    'select kind, eventid, name, most, taken from counters where raceid = $1 order by kind, eventid, name',
    [raceid],
  )

/**
 * Locks the counters of these names until the transaction ends: the race's counters and the counters of these events.
 * The order is always the same, so that two calls do not block each other.
 */
export const lockCounterRows = async (
  tx: Tx,
  raceid: number,
  eventids: readonly number[],
  names: readonly string[],
): Promise<Counter[]> =>
  named<Counter>(
    tx,
    'lock counters',
    `select kind, eventid, name, most, taken
      from counters
      where raceid = $1 and (eventid = 0 or eventid = any($2::integer[])) and name = any($3::text[])
      order by kind, eventid, name for update`,
    [raceid, eventids, names],
  )

/**
 * Adds taken things to counters. A negative number gives things back. The constraint `counters_are_not_overdrawn`
 * refuses an overdrawn counter in any case.
 */
export const addCounted = async (
  tx: Tx,
  raceid: number,
  counted: readonly { kind: CounterKind; eventid: number; name: string; by: number }[],
): Promise<void> => {
  await named(
    tx,
    'count counters',
    `update counters c set taken = c.taken + given.by
     from unnest($2::text[], $3::integer[], $4::text[], $5::integer[]) as given (kind, eventid, name, by)
     where c.raceid = $1 and c.kind = given.kind and c.eventid = given.eventid and c.name = given.name`,
    [
      raceid,
      counted.map(({ kind }) => kind),
      counted.map(({ eventid }) => eventid),
      counted.map(({ name }) => name),
      counted.map(({ by }) => by),
    ],
  )
}

/** Locks all events of a race until the transaction ends, in the order of their ids. */
export const lockEventRows = async (tx: Tx, raceid: number): Promise<EventRow[]> =>
  tx.selectFrom('events').selectAll().where('raceid', '=', raceid).orderBy('id').forUpdate().execute()

export const upsertCounter = async (tx: Tx, row: Counter & { raceid: number }, now: Date): Promise<void> => {
  await tx
    .insertInto('counters')
    .values({ ...row, updated_at: now })
    .onConflict((on) =>
      on.columns(['raceid', 'kind', 'eventid', 'name']).doUpdateSet({ most: row.most, updated_at: now }),
    )
    .execute()
}
export const removeCounter = async (
  tx: Tx,
  raceid: number,
  { kind, eventid, name }: Pick<Counter, 'kind' | 'eventid' | 'name'>,
): Promise<void> => {
  await tx
    .deleteFrom('counters')
    .where('raceid', '=', raceid)
    .where('kind', '=', kind)
    .where('eventid', '=', eventid)
    .where('name', '=', name)
    .execute()
}
export const removeEventRow = async (tx: Tx, raceid: number, id: number): Promise<void> => {
  await tx.deleteFrom('counters').where('raceid', '=', raceid).where('eventid', '=', id).execute()
  await tx.deleteFrom('events').where('raceid', '=', raceid).where('id', '=', id).execute()
}
