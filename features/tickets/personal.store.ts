import { sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import type { Merging } from '#contract/personal.ts'

type HeldTicket = { raceid: number; slot: string; holder: string | null; state: string; created_at: Date }
export const listHeldTickets = (db: Db, uid: number): Promise<HeldTicket[]> =>
  named<HeldTicket>(
    db,
    'tickets of holder',
    `select raceid, slot, holder, state, created_at from tickets where uid = $1 order by created_at desc limit 1000`,
    [uid],
  )
export const adoptTickets = async (tx: Tx, { from, to }: Merging): Promise<void> => {
  await sql`update tickets set uid = ${to} where uid = ${from}`.execute(tx)
  await sql`update ticket_moves set from_uid = ${to} where from_uid = ${from}`.execute(tx)
  await sql`update ticket_moves set to_uid = ${to} where to_uid = ${from}`.execute(tx)
}
export const eraseHolders = async (tx: Tx, uid: number): Promise<void> => {
  await sql`update tickets set holder = null, offer = null, offered_at = null where uid = ${uid}`.execute(tx)
}
export const eraseHoldersOfRace = async (tx: Tx, raceid: number): Promise<void> => {
  await sql`update tickets set holder = null where raceid = ${raceid} and holder is not null`.execute(tx)
}
export const countHolders = async (db: Db, raceid: number): Promise<number> =>
  (
    await sql<{ n: number }>`
      select count(*)::integer as n from tickets where raceid = ${raceid} and holder is not null`.execute(db)
  ).rows[0]!.n
