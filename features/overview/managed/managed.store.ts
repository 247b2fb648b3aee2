import { sql } from 'kysely'
import type { Merging } from '#contract/personal.ts'
import { type Db, type Tx, named } from '#db/db.ts'
import { staffRows } from '#features/staff/public.store.ts'

export const saveLink = async (db: Db, staffid: number, link: Buffer, until: Date): Promise<boolean> =>
  (
    await named<{ uid: number | null }>(
      db,
      'staff accounts: link',
      `insert into staff_accounts (staffid, link, link_until) values ($1, $2, $3)
        on conflict (staffid) do update set link = $2, link_until = $3 returning uid`,
      [staffid, link, until],
    )
  )[0]!.uid !== null
/**
 * Binds the staff account of a link to an account, and ends the link. An account has one staff account at most. Returns
 * false if the link is not valid any more.
 */
export const takeLink = async (tx: Tx, link: Buffer, uid: number, now: Date): Promise<boolean> => {
  await named(tx, 'staff accounts: leave', 'update staff_accounts set uid = null, bound_at = null where uid = $1', [
    uid,
  ])
  const rows = await named(
    tx,
    'staff accounts: bind',
    `update staff_accounts set uid = $2, bound_at = $3, link = null, link_until = null
      where link = $1 and link_until > $3 returning staffid`,
    [link, uid, now],
  )
  return rows.length > 0
}
export const unbindAccount = async (tx: Tx, uid: number): Promise<void> => {
  await sql`update staff_accounts set uid = null, bound_at = null where uid = ${uid}`.execute(tx)
}
export const staffOfAccount = async (db: Db, uid: number): Promise<{ staffid: number; name: string } | undefined> =>
  (
    await named<{ staffid: number; name: string }>(
      db,
      'staff accounts: of account',
      `select s.staffid, s.name from staff_accounts a join ${staffRows.text} s on s.staffid = a.staffid
        where a.uid = $1 and s.removed_at is null`,
      [uid],
    )
  )[0]
export const adoptStaff = async (tx: Tx, { from, to }: Merging): Promise<void> => {
  await sql`update staff_accounts set uid = null, bound_at = null where uid = ${from} and exists (select from
    staff_accounts other where other.uid = ${to})`.execute(tx)
  await sql`update staff_accounts set uid = ${to} where uid = ${from}`.execute(tx)
}
