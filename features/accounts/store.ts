import type { Db, Tx } from '#db/db.ts'

/** Saves a code. A browser has only one valid code for a mobile. */
export const saveCode = async (
  tx: Tx,
  code: { mobile_ix: Buffer; asker: Buffer; code_ix: Buffer; expires_at: Date; created_at: Date },
): Promise<void> => {
  const { mobile_ix: _, asker: __, ...fresh } = code
  await tx
    .insertInto('mobile_codes')
    .values(code)
    .onConflict((clash) => clash.columns(['mobile_ix', 'asker']).doUpdateSet(fresh))
    .execute()
}
/** Tells whether a mobile has a code that is still valid and that this browser asked for. */
export const hasValidCode = async (db: Db, mobile_ix: Buffer, asker: Buffer, now: Date): Promise<boolean> =>
  (await db
    .selectFrom('mobile_codes')
    .select('mobile_ix')
    .where('mobile_ix', '=', mobile_ix)
    .where('asker', '=', asker)
    .where('expires_at', '>', now)
    .executeTakeFirst()) !== undefined
/**
 * Uses up a code if it was sent to this mobile, whoever asked for it. Undefined if no such code is left. When two
 * callers come at once, only one of them gets the code.
 */
export const takeCode = (tx: Tx, mobile_ix: Buffer, code_ix: Buffer): Promise<{ expires_at: Date } | undefined> =>
  tx
    .deleteFrom('mobile_codes')
    .where('mobile_ix', '=', mobile_ix)
    .where('code_ix', '=', code_ix)
    .returning('expires_at')
    .executeTakeFirst()

export type AccountRow = {
  uid: number
  mobile: Buffer | null
  mobile_mask: string | null
  name: string | null
  avatar: string | null
}
export const findAccount = (on: Db | Tx, uid: number): Promise<AccountRow | undefined> =>
  on
    .selectFrom('accounts')
    .select(['uid', 'mobile', 'mobile_mask', 'name', 'avatar'])
    .where('uid', '=', uid)
    .executeTakeFirst()
export const lockAccount = (tx: Tx, uid: number): Promise<AccountRow | undefined> =>
  tx
    .selectFrom('accounts')
    .select(['uid', 'mobile', 'mobile_mask', 'name', 'avatar'])
    .where('uid', '=', uid)
    .forUpdate()
    .executeTakeFirst()
export const findByMobile = (tx: Tx, mobile_ix: Buffer): Promise<{ uid: number } | undefined> =>
  tx.selectFrom('accounts').select('uid').where('mobile_ix', '=', mobile_ix).executeTakeFirst()

export const listPublicParts = (
  db: Db,
  uids: readonly number[],
): Promise<{ uid: number; name: string | null; avatar: string | null }[]> =>
  uids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('accounts')
        .select(['uid', 'name', 'avatar'])
        .where('uid', 'in', [...uids])
        .orderBy('uid')
        .execute()

/** Lists the masked mobiles of accounts. `mobile_mask` is null for an account without a mobile. */
export const listMasks = (db: Db, uids: readonly number[]): Promise<{ uid: number; mobile_mask: string | null }[]> =>
  uids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('accounts')
        .select(['uid', 'mobile_mask'])
        .where('uid', 'in', [...uids])
        .execute()

export type MobileKept = { mobile: Buffer; mobile_ix: Buffer; mobile_mask: string }
export const updateMobile = async (
  tx: Tx,
  uid: number,
  mobile: MobileKept | { mobile: null; mobile_ix: null; mobile_mask: null },
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('accounts')
    .set({ ...mobile, updated_at: now })
    .where('uid', '=', uid)
    .execute()
}
export const updatePublicPart = async (
  db: Db,
  uid: number,
  shown: { name?: string | null; avatar?: string | null },
  now: Date,
): Promise<void> => {
  await db
    .updateTable('accounts')
    .set({ ...shown, updated_at: now })
    .where('uid', '=', uid)
    .execute()
}
export const insertAccount = async (tx: Tx, name: string | null, now: Date): Promise<number> =>
  (
    await tx
      .insertInto('accounts')
      .values({ name, created_at: now, updated_at: now })
      .returning('uid')
      .executeTakeFirstOrThrow()
  ).uid

/** Finds the account that a mobile logs in to, or makes the account. */
export const findOrInsertAccount = async (tx: Tx, account: MobileKept, now: Date): Promise<number> => {
  const known = () =>
    tx
      .selectFrom('accounts')
      .select((row) => row.fn.coalesce('merged_into', 'uid').as('uid'))
      .where('mobile_ix', '=', account.mobile_ix)
      .executeTakeFirst()
  const found =
    (await known()) ??
    (await tx
      .insertInto('accounts')
      .values({ ...account, created_at: now, updated_at: now })
      .onConflict((clash) => clash.column('mobile_ix').doNothing())
      .returning('uid')
      .executeTakeFirst()) ??
    (await known())
  return found!.uid
}

/** Removes ended one-time tickets of log-ins, and codes that ended more than an hour ago. */
export const removeEndedCodes = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('app_tickets').where('expires_at', '<=', now).execute()
  await db
    .deleteFrom('mobile_codes')
    .where('expires_at', '<=', new Date(now.getTime() - 3_600_000))
    .execute()
}

/**
 * Lists the sealed mobiles that log in to an account: first its own mobile, then the mobiles of accounts that were
 * merged into it.
 */
export const listMobiles = async (on: Db | Tx, uid: number): Promise<Buffer[]> =>
  (
    await on
      .selectFrom('accounts')
      .select('mobile')
      .where((row) => row.or([row('uid', '=', uid), row('merged_into', '=', uid)]))
      .orderBy('merged_into', (order) => order.asc().nullsFirst())
      .orderBy('uid')
      .execute()
  ).flatMap(({ mobile }) => (mobile ? [mobile] : []))
