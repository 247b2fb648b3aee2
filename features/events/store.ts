import type { Insertable, Selectable } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import type { Events } from '#db/schema.ts'

export type EventRow = Selectable<Events>

export const listEvents = async (db: Db | Tx, raceid: number): Promise<EventRow[]> => db.selectFrom('events').selectAll().where('raceid', '=', raceid).orderBy('sort').orderBy('id').execute()

export const findEvent = async (db: Db | Tx, raceid: number, id: number): Promise<EventRow | undefined> =>
  db.selectFrom('events').selectAll().where('raceid', '=', raceid).where('id', '=', id).executeTakeFirst()

/** Writes an event, new or in place of the one with its id; `taken` stays what the registrations made it. */
export const upsertEvent = async (tx: Tx, row: Insertable<Events>): Promise<EventRow> => {
  const { taken: _, ...kept } = row
  return tx
    .insertInto('events')
    .values(row)
    .onConflict((on) => on.columns(['raceid', 'id']).doUpdateSet(kept))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export type LockedEvent = Pick<EventRow, 'state' | 'places' | 'taken' | 'price' | 'paystate' | 'signup_from' | 'signup_until' | 'pay_end' | 'updated_at'>
/** Holds the event's row until the transaction ends and answers what it says now. */
export const lockEventRow = async (tx: Tx, raceid: number, id: number): Promise<LockedEvent | undefined> => {
  const rows = await named<LockedEvent>(
    tx,
    'lock event',
    'select state, places, taken, price, paystate, signup_from, signup_until, pay_end, updated_at from events where raceid = $1 and id = $2 for update',
    [raceid, id],
  )
  return rows[0]
}

/** Counts places taken (or, below zero, given back). `places_are_not_oversold` is the last guard. */
export const addTaken = async (tx: Tx, raceid: number, id: number, by: number): Promise<void> => {
  await named(tx, 'count places taken', 'update events set taken = taken + $3 where raceid = $1 and id = $2', [raceid, id, by])
}
