import { sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import { estimateRows } from '#db/estimate.ts'
import type { Merging } from '#contract/personal.ts'

export type HeldMail = { title: Record<string, string>; mask: string; state: string; created_at: Date }
export const listHeldMails = (db: Db, uid: number): Promise<HeldMail[]> =>
  named<HeldMail>(
    db,
    'mail: mails of holder',
    'select title, mask, state, created_at from mails where uid = $1 order by id desc limit 2000',
    [uid],
  )
export const eraseMailOf = async (tx: Tx, uid: number): Promise<void> => {
  await sql`delete from mail_stops s where bounce is null
    and exists (select from mail_addresses a where a.uid = ${uid} and a.address_ix = s.address_ix)
    and not exists (select from mail_addresses a where a.uid <> ${uid} and a.address_ix = s.address_ix)`.execute(tx)
  await tx.deleteFrom('mails').where('uid', '=', uid).execute()
  await tx.deleteFrom('mail_addresses').where('uid', '=', uid).execute()
}
/**
 * Moves the mails and the address of an account to another account of the same person. If the account that stays has a
 * proved address, it keeps that address.
 */
export const adoptMail = async (tx: Tx, { from, to }: Merging): Promise<void> => {
  await sql`update mails set uid = ${to} where uid = ${from}`.execute(tx)
  await sql`delete from mail_addresses where uid = ${from}
    and exists (select from mail_addresses k where k.uid = ${to} and k.proved_at is not null)`.execute(tx)
  await sql`delete from mail_addresses k where k.uid = ${to}
    and exists (select from mail_addresses f where f.uid = ${from})`.execute(tx)
  await sql`update mail_addresses set uid = ${to} where uid = ${from}`.execute(tx)
}
export const removeOldMails = async (db: Db, before: Date, limit: number): Promise<number> =>
  Number(
    (
      await sql`delete from mails where id in (
        select id from mails where created_at < ${before} order by created_at limit ${limit})`.execute(db)
    ).numAffectedRows ?? 0,
  )
export const countMails = (db: Db): Promise<number> => estimateRows(db, 'mails')
