import { sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import { accountRows } from '#features/accounts/public.store.ts'
import type { Merging } from '#contract/personal.ts'

type HeldShopOrder = {
  raceid: number
  way: string
  place: string
  contact: Buffer
  state: string
  carrier: string | null
  number: string | null
  created_at: Date
}
export const listHeldShopOrders = (db: Db, uid: number): Promise<HeldShopOrder[]> =>
  named<HeldShopOrder>(
    db,
    'shop orders of holder',
    `select raceid, way, place, contact, state, carrier, number, created_at from shop_orders
      where uid = $1 order by created_at desc limit 500`,
    [uid],
  )
type HeldCoupon = { raceid: number; name: string; state: string; off: number; given_at: Date; used_at: Date | null }
export const listHeldCoupons = (db: Db, uid: number): Promise<HeldCoupon[]> =>
  named<HeldCoupon>(
    db,
    'coupons of holder',
    `select c.raceid, b.name, c.state, c.off, c.given_at, c.used_at from coupons c
      join coupon_batches b on b.raceid = c.raceid and b.id = c.batchid
      where c.uid = $1 order by c.given_at desc limit 500`,
    [uid],
  )
type HeldReturn = { raceid: number; pieces: number; reason: string; state: string; created_at: Date }
export const listHeldShopReturns = (db: Db, uid: number): Promise<HeldReturn[]> =>
  named<HeldReturn>(
    db,
    'shop returns of holder',
    `select raceid, pieces, reason, state, created_at from shop_returns where uid = $1
      order by created_at desc limit 500`,
    [uid],
  )
export const countedAddresses = (uid: string): string =>
  `select count(*)::integer from addresses a where a.uid = ${uid}`
export const adoptShop = async (tx: Tx, { from, to }: Merging): Promise<void> => {
  await sql`update shop_orders set uid = ${to} where uid = ${from}`.execute(tx)
  await sql`update shop_returns set uid = ${to} where uid = ${from}`.execute(tx)
  await sql`update coupons set uid = ${to} where uid = ${from}`.execute(tx)
  await sql`update addresses set uid = ${to}, main = false where uid = ${from}`.execute(tx)
}
const isUnsent = sql.raw<boolean>("(way = 'post' and state in ('open', 'paid', 'packed'))")
/** Counts the paid orders of an account that must still be sent by post. Each race has its own count. */
export const countUnsent = async (db: Db, uid: number): Promise<{ raceid: number; n: number }[]> =>
  (
    await sql<{ raceid: number; n: number }>`select raceid, count(*)::integer as n from shop_orders
      where uid = ${uid} and ${isUnsent} and state <> 'open' group by raceid order by raceid`.execute(db)
  ).rows
/** Removes the addresses from orders of erased accounts. An order that must still be sent keeps its address. */
export const eraseShopOfErased = async (tx: Tx): Promise<void> => {
  await sql`update shop_orders s set contact = '', contact_mask = '' from ${accountRows.sql} a
    where a.uid = s.uid and a.erased_at is not null and length(s.contact) > 0
      and not (s.way = 'post' and s.state in ('open', 'paid', 'packed'))`.execute(tx)
}
/**
 * Removes the address book of an account, the addresses of its orders, and the texts of its returns. An order that must
 * still be sent keeps its address.
 */
export const eraseShopOf = async (tx: Tx, uid: number): Promise<void> => {
  await sql`delete from addresses where uid = ${uid}`.execute(tx)
  await sql`update shop_orders set contact = '', contact_mask = '' where uid = ${uid} and not ${isUnsent}`.execute(tx)
  await sql`update shop_returns set reason = '', note = '' where uid = ${uid}`.execute(tx)
}
/** Removes the addresses of a race's orders. An order that the race must still send or hand out keeps its address. */
export const eraseShopOfRace = async (tx: Tx, raceid: number): Promise<void> => {
  await sql`update shop_orders set contact = '', contact_mask = ''
    where raceid = ${raceid} and length(contact) > 0 and state not in ('open', 'paid', 'packed')`.execute(tx)
}
export const countShopAddresses = async (db: Db, raceid: number): Promise<number> =>
  (
    await sql<{ n: number }>`
      select count(*)::integer as n from shop_orders where raceid = ${raceid} and length(contact) > 0`.execute(db)
  ).rows[0]!.n
