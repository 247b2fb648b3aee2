import { sql } from 'kysely'
import type { Db, Tx } from './db.ts'

/** Kinds of ids that may come without their race (scoreid, noticeid, posterid …). */
export type IdKind = 'album' | 'notice' | 'score' | 'poster' | 'registration' | 'certificate' | 'game' | 'gamerunner'

export const raceOfId = async (db: Db | Tx, kind: IdKind, id: number): Promise<number | undefined> => {
  const row = await db
    .selectFrom('ids')
    .select('raceid')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.raceid
}

/** Notes the race of an id, in the same transaction as the row itself. */
export const noteId = async (tx: Tx, kind: IdKind, id: number, raceid: number): Promise<void> => {
  await tx
    .insertInto('ids')
    .values({ kind, id, raceid })
    .onConflict((on) => on.columns(['kind', 'id']).doNothing())
    .execute()
}

export const noteIds = async (tx: Tx, kind: IdKind, ids: readonly number[], raceid: number): Promise<void> => {
  await sql`
    insert into ids (kind, id, raceid)
    select ${kind}, id, ${raceid} from unnest(${ids}::bigint[]) as given (id)
    on conflict do nothing`.execute(tx)
}

export const forgetIds = async (tx: Tx, kind: IdKind, ids: readonly number[]): Promise<void> => {
  await sql`delete from ids where kind = ${kind} and id = any(${ids}::bigint[])`.execute(tx)
}
