import { sql } from 'kysely'
import type { Tx } from '#db/db.ts'
import type { Merging } from '#contract/personal.ts'

export const hasPeople = async (tx: Tx, uid: number): Promise<boolean> =>
  (await tx.selectFrom('people').select('uid').where('uid', '=', uid).limit(1).executeTakeFirst()) !== undefined

export const erasePeople = async (tx: Tx, uid: number): Promise<void> => {
  await tx.deleteFrom('people').where('uid', '=', uid).execute()
}

export const countedPeople = (uid: string): string => `select count(*)::integer from people p where p.uid = ${uid}`
/**
 * Moves saved people to another account of the same person. If both accounts saved a person with the same document,
 * the row of the account that stays is kept. An account has one document of its own.
 */
export const adoptPeople = async (tx: Tx, { from, to }: Merging): Promise<void> => {
  await sql`delete from people gone
    where gone.uid = ${from}
      and exists (select 1 from people kept where kept.uid = ${to} and kept.document_ix = gone.document_ix)`.execute(tx)
  await sql`update people
    set uid = ${to}, is_me = is_me and not exists (select 1 from people kept where kept.uid = ${to} and kept.is_me)
    where uid = ${from}`.execute(tx)
}
