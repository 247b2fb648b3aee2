import { type Selectable, type Updateable, sql } from 'kysely'
import { type Db, type Tx, jsonb } from '#db/db.ts'
import type { Ballots } from '#db/schema.ts'
import { eventRows } from '#features/events/public.store.ts'
import type { BallotDeclared, BallotState } from './contract.ts'

export type BallotRow = Omit<Selectable<Ballots>, 'declared' | 'state' | 'counts'> & {
  declared: BallotDeclared
  state: BallotState
  counts: Record<string, number>
}

const asBallot = (row: Selectable<Ballots>): BallotRow => row as unknown as BallotRow

/** Lists a race's draws, the newest first. */
export const listBallots = async (db: Db, raceid: number): Promise<BallotRow[]> =>
  (await db.selectFrom('ballots').selectAll().where('raceid', '=', raceid).orderBy('id', 'desc').execute()).map(
    asBallot,
  )

export const findBallot = async (on: Db | Tx, raceid: number, id: number): Promise<BallotRow | undefined> => {
  const row = await on
    .selectFrom('ballots')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && asBallot(row)
}
/**
 * Locks a draw until the transaction ends. A caller that changes the state of a draw locks the draw first, before any
 * order or event.
 */
export const lockBallot = async (tx: Tx, raceid: number, id: number): Promise<BallotRow | undefined> => {
  const row = await tx
    .selectFrom('ballots')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && asBallot(row)
}
/** Finds and locks the draw of an event, unless the draw is called off. */
export const lockLiveBallot = async (tx: Tx, raceid: number, eventid: number): Promise<BallotRow | undefined> => {
  const row = await tx
    .selectFrom('ballots')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('eventid', '=', eventid)
    .where('state', '<>', 'cancelled')
    .forUpdate()
    .executeTakeFirst()
  return row && asBallot(row)
}

type Written = { raceid: number; eventid: number; declared: BallotDeclared; draw_at: Date | null; pay_end: Date | null }
export const insertBallot = async (tx: Tx, { declared, ...row }: Written, now: Date): Promise<BallotRow> =>
  asBallot(
    await tx
      .insertInto('ballots')
      .values({ ...row, declared: jsonb(declared), created_at: now, updated_at: now })
      .returningAll()
      .executeTakeFirstOrThrow(),
  )

type Change = Omit<Updateable<Ballots>, 'declared' | 'counts' | 'raceid' | 'id'> & {
  declared?: BallotDeclared
  counts?: Record<string, number>
}
export const updateBallot = async (
  on: Db | Tx,
  { raceid, id }: { raceid: number; id: number },
  { declared, counts, ...set }: Change,
  now: Date,
): Promise<BallotRow> =>
  asBallot(
    await on
      .updateTable('ballots')
      .set({
        ...set,
        ...(declared === undefined ? {} : { declared: jsonb(declared) }),
        ...(counts === undefined ? {} : { counts: jsonb(counts) }),
        updated_at: now,
      })
      .where('raceid', '=', raceid)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
/**
 * Saves the progress of the work on a draw, from 0 to 1. The function uses a separate connection, so that people see
 * the progress before the transaction of the work commits.
 */
export const saveDrawProgress = async (
  db: Db,
  { raceid, id }: { raceid: number; id: number },
  progress: number,
): Promise<void> => {
  await db.updateTable('ballots').set({ progress }).where('raceid', '=', raceid).where('id', '=', id).execute()
}

type Key = { raceid: number; id: number }
/** Lists the frozen draws of all races that wait for the round of a beacon. */
export const listToSeed = (db: Db): Promise<Key[]> =>
  db
    .selectFrom('ballots')
    .select(['raceid', 'id'])
    .where('state', '=', 'frozen')
    .where(sql<boolean>`declared -> 'source' ->> 'kind' = 'beacon'`)
    .execute()
export const listToPublish = (db: Db, now: Date): Promise<Key[]> =>
  db.selectFrom('ballots').select(['raceid', 'id']).where('state', '=', 'drawn').where('draw_at', '<=', now).execute()
/** Lists the unpublished draws whose hour has come, if their event still names an hour that is over. */
export const listLate = (db: Db, now: Date): Promise<(Key & { eventid: number })[]> =>
  db
    .selectFrom('ballots as b')
    .innerJoin(eventRows.as('e'), (join) => join.onRef('e.raceid', '=', 'b.raceid').onRef('e.id', '=', 'b.eventid'))
    .select(['b.raceid', 'b.id', 'b.eventid'])
    .where('b.state', 'in', ['declared', 'frozen', 'seeded', 'drawn', 'publishing'])
    .where('b.draw_at', '<=', now)
    .where('e.draw_at', '<=', now)
    .execute()
