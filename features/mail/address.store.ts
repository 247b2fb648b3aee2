import { sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import type { Lang } from '#contract/words.ts'

export type AddressRow = {
  uid: number
  address_ix: Buffer
  address: Buffer
  mask: string
  lang: Lang
  code_hash: Buffer | null
  code_until: Date | null
  tries: number
  proved_at: Date | null
}
/** Lists the addresses of an account: the proved address, and the address that waits for its proof. */
export const listAddresses = async (on: Db | Tx, uid: number): Promise<AddressRow[]> =>
  named<AddressRow>(
    on,
    'mail: of account',
    `select uid, address_ix, address, mask, lang, code_hash, code_until, tries, proved_at
     from mail_addresses where uid = $1 order by created_at desc`,
    [uid],
  )

/** Keeps an address that waits for a proof, in place of an earlier address that waits. */
export const saveAsked = async (
  tx: Tx,
  row: Omit<AddressRow, 'tries' | 'proved_at' | 'code_hash' | 'code_until'> & {
    code_hash: Buffer
    link_hash: Buffer
    code_until: Date
    created_at: Date
  },
): Promise<void> => {
  await tx
    .deleteFrom('mail_addresses')
    .where('uid', '=', row.uid)
    .where('proved_at', 'is', null)
    .where('address_ix', '!=', row.address_ix)
    .execute()
  const { uid: _, address_ix: __, ...changed } = row
  await tx
    .insertInto('mail_addresses')
    .values(row)
    .onConflict((clash) => clash.columns(['uid', 'address_ix']).doUpdateSet({ ...changed, tries: 0 }))
    .execute()
}

/** Counts a try of the code, and returns the address that waits. Returns undefined if no code is valid any more. */
export const tryCode = async (
  tx: Tx,
  uid: number,
  most: number,
  now: Date,
): Promise<Pick<AddressRow, 'address_ix' | 'code_hash'> | undefined> =>
  tx
    .updateTable('mail_addresses')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('uid', '=', uid)
    .where('proved_at', 'is', null)
    .where('code_until', '>', now)
    .where('tries', '<', most)
    .returning(['address_ix', 'code_hash'])
    .executeTakeFirst()
export const findByLink = async (
  on: Db | Tx,
  link_hash: Buffer,
  now: Date,
): Promise<{ uid: number; address_ix: Buffer; mask: string; proved_at: Date | null } | undefined> =>
  on
    .selectFrom('mail_addresses')
    .select(['uid', 'address_ix', 'mask', 'proved_at'])
    .where('link_hash', '=', link_hash)
    .where('code_until', '>', now)
    .executeTakeFirst()

/**
 * Marks an address as proved, and removes the former address of the account. Returns undefined if the account has no
 * such address.
 */
export const saveProved = async (
  tx: Tx,
  uid: number,
  address_ix: Buffer,
  now: Date,
): Promise<{ mask: string } | undefined> => {
  await tx.deleteFrom('mail_addresses').where('uid', '=', uid).where('address_ix', '!=', address_ix).execute()
  return tx
    .updateTable('mail_addresses')
    .set({ proved_at: now, code_hash: null })
    .where('uid', '=', uid)
    .where('address_ix', '=', address_ix)
    .returning('mask')
    .executeTakeFirst()
}
export const removeAddresses = async (tx: Tx, uid: number): Promise<void> => {
  await tx.deleteFrom('mail_addresses').where('uid', '=', uid).execute()
}

export type ProvedAddress = {
  uid: number
  address_ix: Buffer
  address: Buffer
  mask: string
  lang: Lang
  unsubscribed: boolean
}
/**
 * Lists the proved addresses of accounts, without the addresses that get no mail because of a bounce or a complaint.
 */
export const listProved = (on: Db | Tx, uids: readonly number[]): Promise<ProvedAddress[]> =>
  named<ProvedAddress>(
    on,
    'mail: proved addresses',
    `select a.uid, a.address_ix, a.address, a.mask, a.lang, s.unsubscribed_at is not null as unsubscribed
     from mail_addresses a left join mail_stops s on s.address_ix = a.address_ix
     where a.uid = any($1::bigint[]) and a.proved_at is not null and s.bounce is null`,
    [uids],
  )

export type StopRow = {
  address_ix: Buffer
  mask: string
  bounce: 'hard' | 'complaint' | null
  bounce_code: string | null
  bounced_at: Date | null
  unsubscribed_at: Date | null
}
export const findStop = async (on: Db | Tx, address_ix: Buffer): Promise<StopRow | undefined> =>
  (await on.selectFrom('mail_stops').selectAll().where('address_ix', '=', address_ix).executeTakeFirst()) as
    | StopRow
    | undefined
/** Stops all mail to an address, after a report of a bounce or of a complaint. */
export const stopAddress = async (
  tx: Tx,
  { address_ix, mask }: { address_ix: Buffer; mask: string },
  { kind, code }: { kind: 'hard' | 'complaint'; code: string },
  now: Date,
): Promise<void> => {
  const stop = { bounce: kind, bounce_code: code, bounced_at: now }
  await tx
    .insertInto('mail_stops')
    .values({ address_ix, mask, ...stop })
    .onConflict((clash) => clash.column('address_ix').doUpdateSet(stop))
    .execute()
}
/**
 * Lets mail go to an address again. If its reader has ended the news, the address still gets no news. Returns the
 * masked address, or undefined if mail to the address was not stopped.
 */
export const allowAddress = async (tx: Tx, address_ix: Buffer): Promise<string | undefined> => {
  const { rows } = await sql<{ mask: string }>`with gone as (
      delete from mail_stops where address_ix = ${address_ix} and bounce is not null and unsubscribed_at is null returning mask
    ), kept as (
      update mail_stops set bounce = null, bounce_code = null, bounced_at = null
      where address_ix = ${address_ix} and bounce is not null and unsubscribed_at is not null returning mask
    ) select mask from gone union all select mask from kept`.execute(tx)
  return rows[0]?.mask
}
/** Ends or begins the news to an address. */
export const saveNews = async (
  tx: Tx,
  { address_ix, mask }: { address_ix: Buffer; mask: string },
  on: boolean,
  now: Date,
): Promise<void> => {
  if (!on) {
    await tx
      .insertInto('mail_stops')
      .values({ address_ix, mask, unsubscribed_at: now })
      .onConflict((clash) => clash.column('address_ix').doUpdateSet({ unsubscribed_at: now }))
      .execute()
    return
  }
  await sql`with gone as (delete from mail_stops where address_ix = ${address_ix} and bounce is null)
    update mail_stops set unsubscribed_at = null where address_ix = ${address_ix} and bounce is not null`.execute(tx)
}
export const listStops = (db: Db, before: { at: Date; ix: Buffer } | undefined, limit: number): Promise<StopRow[]> =>
  named<StopRow>(
    db,
    before ? 'mail: stops after' : 'mail: stops',
    `select * from mail_stops where bounce is not null
     ${before ? 'and (bounced_at, address_ix) < ($2, $3)' : ''}
     order by bounced_at desc, address_ix desc limit $1`,
    before ? [limit, before.at, before.ix] : [limit],
  )
export const countStops = async (db: Db): Promise<number> =>
  (
    await named<{ n: number }>(
      db,
      'mail: count of stops',
      'select count(*)::integer as n from mail_stops where bounce is not null',
      [],
    )
  )[0]!.n
