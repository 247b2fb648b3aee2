import { sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import type { Merging } from '#contract/personal.ts'

type Leaving = { kind: string; cause: string; note: string; share: number; created_at: Date }
export const listLeavings = (db: Db, raceid: number, registrationid: number): Promise<Leaving[]> =>
  named<Leaving>(
    db,
    'leavings of registration',
    `select kind, cause, note, share, created_at
      from refund_requests
      where registrationid = $2 and raceid = $1
      order by created_at`,
    [raceid, registrationid],
  )
/** Erases the notes that people wrote on the refunds of a registration. */
export const eraseNotes = async (tx: Tx, raceid: number, registrationid: number): Promise<void> => {
  await sql`update refund_requests set note = '' where registrationid = ${registrationid} and raceid = ${raceid}`.execute(
    tx,
  )
}

/** Moves the requests for refunds to another account of the same person. */
export const adoptRequests = async (tx: Tx, { from, to }: Merging): Promise<void> => {
  await sql`update refund_requests set uid = ${to} where uid = ${from}`.execute(tx)
}
