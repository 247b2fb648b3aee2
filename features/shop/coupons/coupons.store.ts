import type { Selectable } from 'kysely'
import { type Db, type Tx, jsonb, named } from '#db/db.ts'
import { newKey } from '#db/random.ts'
import type { CouponBatches } from '#db/schema.ts'
import { entered, registrationRows } from '#features/registrations/public.store.ts'
import { resultRows, sheetRows } from '#features/results/public.store.ts'
import type { CouponKind, CouponTerms, CouponWay } from './coupons.rules.ts'

export type BatchRow = Omit<Selectable<CouponBatches>, 'kind' | 'way' | 'names'> & {
  kind: CouponKind
  way: CouponWay
  names: Record<string, string>
}
/** A coupon with the terms of its batch. */
export type CouponRow = CouponTerms & {
  _key: string
  uid: number
  batchid: number
  name: string
  names: Record<string, string>
  off: number
  open: boolean
}
const COUPON = `select c.id, c._key, c.uid, c.batchid, c.state, c.off, b.name, b.names, b.kind, b.value, b.most,
    b.threshold, b.goodsids, b.stackable, b.valid_from, b.valid_until, b.open
  from coupons c join coupon_batches b on b.raceid = c.raceid and b.id = c.batchid`

export const listCouponsOf = (on: Db | Tx, raceid: number, uid: number): Promise<CouponRow[]> =>
  named<CouponRow>(
    on,
    'coupons of account in race',
    `${COUPON} where c.raceid = $1 and c.uid = $2 order by (c.state = 'open') desc, b.valid_until, c.id limit 200`,
    [raceid, uid],
  )
/** Locks coupons by their keys, in the order of their ids. */
export const lockCoupons = async (tx: Tx, raceid: number, keys: readonly string[]): Promise<CouponRow[]> =>
  keys.length === 0
    ? []
    : named<CouponRow>(
        tx,
        'lock coupons',
        `${COUPON} where c.raceid = $1 and c._key = any($2::text[]) order by c.id for update of c`,
        [raceid, keys],
      )
export type UsedCoupon = { id: number; orderid: number; off: number }
export const useCoupons = async (tx: Tx, raceid: number, used: readonly UsedCoupon[], now: Date): Promise<void> => {
  if (used.length === 0) return
  await named(
    tx,
    'use coupons',
    `update coupons c set state = 'used', orderid = u.orderid, off = u.off, used_at = $2
      from unnest($3::bigint[], $4::bigint[], $5::integer[]) as u (id, orderid, off)
      where c.raceid = $1 and c.id = u.id and c.state = 'open'`,
    [raceid, now, used.map(({ id }) => id), used.map(({ orderid }) => orderid), used.map(({ off }) => off)],
  )
}
/** Makes the coupons of an order usable again for their holders. */
export const freeCoupons = async (tx: Tx, raceid: number, orderid: number): Promise<void> => {
  await named(
    tx,
    'free coupons of order',
    `update coupons set state = 'open', orderid = null, off = 0, used_at = null where raceid = $1 and orderid = $2`,
    [raceid, orderid],
  )
}

export const listBatches = (on: Db | Tx, raceid: number): Promise<BatchRow[]> =>
  named<BatchRow>(on, 'coupon batches', 'select * from coupon_batches where raceid = $1 order by id desc limit 200', [
    raceid,
  ])
/** Counts the used coupons of each batch, and adds up their savings in fen. */
export const countCouponUses = (on: Db, raceid: number): Promise<{ batchid: number; used: number; saved: number }[]> =>
  named(
    on,
    'uses of coupons',
    `select batchid, count(*)::integer as used, sum(off)::bigint as saved from coupons
      where raceid = $1 and state = 'used' group by batchid`,
    [raceid],
  )
export const findBatchBy = async (
  on: Db | Tx,
  raceid: number,
  { id, code }: { id?: number | undefined; code?: string },
): Promise<BatchRow | undefined> =>
  (
    await named<BatchRow>(
      on,
      'coupon batch',
      `select * from coupon_batches where raceid = $1 and (id = $2 or code = $3) order by id limit 1`,
      [raceid, id ?? null, code ?? null],
    )
  )[0]
export const lockBatch = async (tx: Tx, raceid: number, id: number): Promise<BatchRow | undefined> =>
  (
    await named<BatchRow>(
      tx,
      'lock coupon batch',
      'select * from coupon_batches where raceid = $1 and id = $2 for update',
      [raceid, id],
    )
  )[0]
export const saveBatch = async (
  tx: Tx,
  raceid: number,
  id: number | undefined,
  { names, goodsids, ...given }: Omit<BatchRow, 'raceid' | 'id' | 'given' | 'created_at' | 'updated_at'>,
  now: Date,
): Promise<number> => {
  const set = { ...given, names: jsonb(names), goodsids: [...goodsids], updated_at: now }
  if (id !== undefined) {
    await tx.updateTable('coupon_batches').set(set).where('raceid', '=', raceid).where('id', '=', id).execute()
    return id
  }
  const row = await tx
    .insertInto('coupon_batches')
    .values({ raceid, ...set, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export const findByOrigin = async (
  tx: Tx,
  raceid: number,
  batchid: number,
  origin: string,
): Promise<{ _key: string; uid: number } | undefined> =>
  tx
    .selectFrom('coupons')
    .select(['_key', 'uid'])
    .where('raceid', '=', raceid)
    .where('batchid', '=', batchid)
    .where('origin', '=', origin)
    .executeTakeFirst()
/**
 * Counts the coupons of a batch that each of these accounts has got, used coupons included. An account without such
 * coupons is not in the map.
 */
export const countOfBatch = async (
  tx: Tx,
  raceid: number,
  batchid: number,
  uids: readonly number[],
): Promise<ReadonlyMap<number, number>> =>
  new Map(
    (
      await named<{ uid: number; n: number }>(
        tx,
        'coupons of batch by account',
        `select uid, count(*)::integer as n from coupons
          where raceid = $1 and batchid = $2 and uid = any($3::bigint[]) group by uid`,
        [raceid, batchid, uids],
      )
    ).map(({ uid, n }) => [uid, n]),
  )
export type GivenCoupon = { uid: number; origin: string }
/** Writes coupons and counts them in their batch, whose row the caller has locked. Returns their keys. */
export const insertCoupons = async (
  tx: Tx,
  raceid: number,
  batchid: number,
  coupons: readonly GivenCoupon[],
  now: Date,
): Promise<string[]> => {
  const keys = coupons.map(() => newKey(raceid))
  await named(
    tx,
    'give coupons',
    `with written as (
        insert into coupons (raceid, _key, batchid, uid, origin, given_at)
        select $1, _key, $2, uid, origin, $3 from unnest($4::text[], $5::bigint[], $6::text[]) as given (_key, uid, origin)
        returning id
      )
      update coupon_batches set given = given + (select count(*) from written) where raceid = $1 and id = $2`,
    [raceid, batchid, now, keys, coupons.map(({ uid }) => uid), coupons.map(({ origin }) => origin)],
  )
  return keys
}
/** Lists the given origins for which a coupon of the batch exists. */
export const originsWith = async (
  tx: Tx,
  raceid: number,
  batchid: number,
  origins: readonly string[],
): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await named<{ origin: string }>(
        tx,
        'origins with coupon',
        'select origin from coupons where raceid = $1 and batchid = $2 and origin = any($3::text[])',
        [raceid, batchid, origins],
      )
    ).map(({ origin }) => origin),
  )

const groups = {
  registrants: `select distinct r.uid from ${registrationRows.text} r where r.raceid = $1 and ${entered('r')}`,
  finishers: `select distinct r.uid from ${registrationRows.text} r
    join ${resultRows.text} x on x.raceid = r.raceid and x.registrationid = r.id
    join ${sheetRows.text} h on h.raceid = x.raceid and h.eventid = x.eventid
    where r.raceid = $1 and x.outcome = 'finished' and h.published_at is not null`,
  buyers: `select distinct uid from shop_orders where raceid = $1 and state not in ('open', 'closed')`,
}
export type CouponGroup = keyof typeof groups
/** Lists the accounts of a group, in the order of their numbers. */
export const listGroup = async (tx: Tx, raceid: number, group: CouponGroup): Promise<number[]> =>
  (await named<{ uid: number | null }>(tx, `accounts for coupons: ${group}`, `${groups[group]} order by uid`, [raceid]))
    .map(({ uid }) => uid)
    .filter((uid) => uid !== null)

export type CouponUseRow = {
  id: number
  batch: string
  uid: number
  state: 'open' | 'used' | 'void'
  origin: string
  off: number
  given_at: Date
  used_at: Date | null
  orderid: number | null
}
export const listUses = (
  db: Db,
  raceid: number,
  batchid: number | undefined,
  { after, limit }: { after: number | undefined; limit: number },
): Promise<CouponUseRow[]> =>
  named<CouponUseRow>(
    db,
    'coupons of batch',
    `select c.id, b.name as batch, c.uid, c.state, c.origin, c.off, c.given_at, c.used_at, c.orderid
      from coupons c join coupon_batches b on b.raceid = c.raceid and b.id = c.batchid
      where c.raceid = $1 and ($2::integer is null or c.batchid = $2) and ($3::bigint is null or c.id < $3)
      order by c.id desc limit $4`,
    [raceid, batchid ?? null, after ?? null, limit],
  )
