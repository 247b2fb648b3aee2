import { sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import type { Merging } from '#contract/personal.ts'
import { countingEach } from '../personal.store.ts'
import type { MergeAccount } from './merging.rules.ts'

const columns = ['uid', 'mobile', 'mobile_ix', 'mobile_mask', 'merged_into', 'erased_at'] as const
export type LockedAccount = MergeAccount & {
  mobile: Buffer | null
  mobile_ix: Buffer | null
  mobile_mask: string | null
}

/** Locks accounts in the order of their ids, so that two merges never wait for each other in a circle. */
export const lockAccounts = (tx: Tx, uids: readonly number[]): Promise<LockedAccount[]> =>
  tx
    .selectFrom('accounts')
    .select(columns)
    .where('uid', 'in', [...uids])
    .orderBy('uid')
    .forUpdate()
    .execute()

export const findByNumber = (db: Db, uid: number): Promise<MergeAccount | undefined> =>
  db.selectFrom('accounts').select(['uid', 'merged_into', 'erased_at']).where('uid', '=', uid).executeTakeFirst()
/** Finds the account that a mobile logs in to. */
export const findByLogin = async (db: Db, mobile_ix: Buffer): Promise<MergeAccount | undefined> =>
  (
    await sql<MergeAccount>`
      select a.uid, a.merged_into, a.erased_at
      from accounts owner
      join accounts a on a.uid = coalesce(owner.merged_into, owner.uid)
      where owner.mobile_ix = ${mobile_ix}`.execute(db)
  ).rows[0]

export type SideRow = {
  uid: number
  mobile_mask: string | null
  name: string | null
  app: boolean
  created_at: Date
  held: Record<string, number>
}
/**
 * Lists accounts with the counts of their registrations, orders and other rows. Each value of `counted` makes SQL text
 * that counts one kind.
 */
export const listSides = async (
  on: Db | Tx,
  uids: readonly number[],
  counted: Readonly<Record<string, (uid: string) => string>>,
): Promise<SideRow[]> => {
  const { rows } = await sql<Omit<SideRow, 'held'>>`
    select a.uid, a.mobile_mask, a.name, a.created_at, exists (select 1 from app_ids i where i.uid = a.uid) as app
    from accounts a
    where a.uid = any(${uids}::bigint[])`.execute(on)
  const sides: SideRow[] = []
  for (const uid of uids) {
    const row = rows.find((one) => one.uid === uid)
    if (!row) continue
    const counts = await named<{ name: string; n: number }>(on, 'things of a side', countingEach(counted), [uid])
    sides.push({ ...row, held: Object.fromEntries(counts.map(({ name, n }) => [name, n])) })
  }
  return sides
}

/**
 * Moves the ids of the messaging app to the account that stays. If that account has an id of the same kind, the id of
 * the merged account is deleted.
 */
export const adoptAppIds = async (tx: Tx, { from, to }: Merging): Promise<void> => {
  await sql`delete from app_ids gone
    where gone.uid = ${from}
      and exists (select 1 from app_ids kept where kept.uid = ${to} and kept.kind = gone.kind)`.execute(tx)
  await sql`update app_ids set uid = ${to} where uid = ${from}`.execute(tx)
}

/**
 * Marks an account as merged. If the account that stays has no mobile, it gets the mobile of the merged account.
 * Otherwise the row of the merged account keeps its mobile, and this mobile logs in to the account that stays. The
 * account that stays gets a name or a picture that it lacks, and the wish to hide name or age. Accounts that were
 * merged into the merged account earlier now lead to the account that stays.
 */
export const saveMerge = async (tx: Tx, from: LockedAccount, to: LockedAccount, now: Date): Promise<void> => {
  const moves = from.mobile !== null && to.mobile === null
  const { rows } = await sql<{ name: string | null; avatar: string | null; hide_name: boolean; hide_age: boolean }>`
    select name, avatar, hide_name, hide_age from accounts where uid = ${from.uid}`.execute(tx)
  const former = rows[0]!
  await tx
    .updateTable('accounts')
    .set({
      name: null,
      avatar: null,
      merged_into: to.uid,
      merged_at: now,
      updated_at: now,
      ...(moves ? { mobile: null, mobile_ix: null, mobile_mask: null } : {}),
    })
    .where('uid', '=', from.uid)
    .execute()
  await tx.updateTable('accounts').set({ merged_into: to.uid }).where('merged_into', '=', from.uid).execute()
  const { mobile, mobile_ix, mobile_mask } = from
  await tx
    .updateTable('accounts')
    .set((row) => ({
      name: row.fn.coalesce('name', row.val(former.name)),
      avatar: row.fn.coalesce('avatar', row.val(former.avatar)),
      hide_name: sql<boolean>`hide_name or ${former.hide_name}`,
      hide_age: sql<boolean>`hide_age or ${former.hide_age}`,
      updated_at: now,
      ...(moves ? { mobile, mobile_ix, mobile_mask } : {}),
    }))
    .where('uid', '=', to.uid)
    .execute()
}
