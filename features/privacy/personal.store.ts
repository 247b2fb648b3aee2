import { sql } from 'kysely'
import type { Tx } from '#db/db.ts'
import type { Merging } from '#contract/personal.ts'

/** Tells whether one of these accounts, or a person whom one of them saved, waits for an erasure. */
export const isErasing = async (tx: Tx, accounts: readonly number[]): Promise<boolean> =>
  (await tx
    .selectFrom('erasures')
    .select('id')
    .where('uid', 'in', [...accounts])
    .where('scope', 'in', ['account', 'person'])
    .where('done_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Moves erasures and changes of consents to another account of the same person, and deletes links to copies. */
export const adoptRequests = async (tx: Tx, { from, to }: Merging): Promise<void> => {
  await sql`update erasures set uid = ${to} where uid = ${from}`.execute(tx)
  await sql`update consent_changes set uid = ${to} where uid = ${from}`.execute(tx)
  await sql`delete from exports where uid = ${from}`.execute(tx)
}
