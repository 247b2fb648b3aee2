import { sql } from 'kysely'
import type { Tx } from '#db/db.ts'
import type { Merging } from '#contract/personal.ts'

/**
 * Moves tickets to another account of the same person. If both accounts wait, the account that stays keeps its ticket.
 */
export const adoptTurns = async (tx: Tx, { from, to }: Merging): Promise<void> => {
  await sql`delete from waiting_tickets gone
    where gone.uid = ${from} and exists (select 1 from waiting_tickets kept
      where kept.raceid = gone.raceid and kept.uid = ${to})`.execute(tx)
  await sql`update waiting_tickets set uid = ${to} where uid = ${from}`.execute(tx)
}
/** Removes the turns of an erased account. */
export const eraseTurns = async (tx: Tx, uid: number): Promise<void> => {
  await tx.deleteFrom('waiting_tickets').where('uid', '=', uid).execute()
}
