import { type Lang, nameIn } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { buyerStandingOf } from '#features/sales/service.ts'
import type { ShownGoods } from '#features/sales/goods/goods.service.ts'
import type { Coupon } from './coupons.contract.ts'
import {
  type BatchRow,
  type CouponGroup,
  type CouponRow,
  countOfBatch,
  findByOrigin,
  insertCoupons,
  listBatches,
  listCouponsOf,
  listGroup,
  lockBatch,
  originsWith,
} from './coupons.store.ts'

export type WhyNotGiven = 'coupon_unknown' | 'coupon_closed' | 'coupon_gone' | 'coupon_limit'
const whyNotNow = ({ open, valid_until, pieces, given }: BatchRow, now: Date): WhyNotGiven | undefined =>
  !open || valid_until <= now ? 'coupon_closed' : pieces !== null && given >= pieces ? 'coupon_gone' : undefined

/**
 * Gives one coupon of a batch to an account, for example as a prize. `origin` names the reason, such as `draw 12/345`.
 * A repeated call with the same origin returns the same coupon. The limits of the batch hold for any number of
 * simultaneous calls.
 */
export const giveCoupon = async (
  tx: Tx,
  { raceid, batchid, uid, origin }: { raceid: number; batchid: number; uid: number; origin: string },
  now: Date,
): Promise<{ coupon: string } | { refused: WhyNotGiven }> => {
  const batch = await lockBatch(tx, raceid, batchid)
  if (!batch) return { refused: 'coupon_unknown' }
  const known = await findByOrigin(tx, raceid, batchid, origin)
  if (known) return known.uid === uid ? { coupon: known._key } : { refused: 'coupon_limit' }
  const against = whyNotNow(batch, now)
  if (against) return { refused: against }
  const held = (await countOfBatch(tx, raceid, batchid, [uid])).get(uid) ?? 0
  if (held >= batch.per_person) return { refused: 'coupon_limit' }
  return { coupon: (await insertCoupons(tx, raceid, batchid, [{ uid, origin }], now))[0]! }
}

/** Gives a coupon that somebody won. Undefined if the batch gives none any more. */
export const giveCouponAsPrize = async (
  tx: Tx,
  { couponid, now, ...prize }: { raceid: number; couponid: number; uid: number; origin: string; now: Date },
): Promise<string | undefined> => {
  const given = await giveCoupon(tx, { ...prize, batchid: couponid }, now)
  return 'coupon' in given ? given.coupon : undefined
}

/** Claims a coupon for an account. Each claim of an account has its own number, up to the limit for each person. */
export const claimCoupon = async (
  tx: Tx,
  { raceid, batchid, uid }: { raceid: number; batchid: number; uid: number },
  now: Date,
): Promise<{ coupon: string } | { refused: WhyNotGiven }> => {
  await lockBatch(tx, raceid, batchid)
  const held = (await countOfBatch(tx, raceid, batchid, [uid])).get(uid) ?? 0
  return giveCoupon(tx, { raceid, batchid, uid, origin: `claim ${uid}/${held + 1}` }, now)
}

/**
 * Gives a coupon to each account of a group. An account gets none if it got one in this way before, or if it reached
 * the limit for each person. Returns the number of given coupons, and the number of accounts for which the batch
 * had no coupon left.
 */
export const giveToGroup = async (
  tx: Tx,
  { raceid, batchid, group }: { raceid: number; batchid: number; group: CouponGroup },
  now: Date,
): Promise<{ given: number; over: number } | { refused: WhyNotGiven }> => {
  const batch = await lockBatch(tx, raceid, batchid)
  if (!batch) return { refused: 'coupon_unknown' }
  if (whyNotNow(batch, now) === 'coupon_closed') return { refused: 'coupon_closed' }
  const uids = await listGroup(tx, raceid, group)
  const held = await countOfBatch(tx, raceid, batchid, uids)
  const origins = uids.map((uid) => ({ uid, origin: `bulk ${uid}` }))
  const known = await originsWith(
    tx,
    raceid,
    batchid,
    origins.map(({ origin }) => origin),
  )
  const due = origins.filter(({ uid, origin }) => !known.has(origin) && (held.get(uid) ?? 0) < batch.per_person)
  const left = batch.pieces === null ? due.length : batch.pieces - batch.given
  const coupons = due.slice(0, Math.max(0, left))
  if (coupons.length > 0) await insertCoupons(tx, raceid, batchid, coupons, now)
  return { given: coupons.length, over: due.length - coupons.length }
}

/** Lists the coupons of an account. A registered runner first gets the coupons for registered runners. */
export const couponsOf = async (db: Db, raceid: number, uid: number, now: Date): Promise<CouponRow[]> => {
  const held = await listCouponsOf(db, raceid, uid)
  const due = (await listBatches(db, raceid)).filter(
    (batch) => batch.way === 'signup' && !whyNotNow(batch, now) && !held.some(({ batchid }) => batchid === batch.id),
  )
  if (due.length === 0 || !(await buyerStandingOf(db, raceid, uid)).registered) return held
  await db.transaction().execute(async (tx) => {
    for (const { id } of due.toSorted((a, b) => a.id - b.id))
      await giveCoupon(tx, { raceid, batchid: id, uid, origin: `signup ${uid}` }, now)
  })
  return listCouponsOf(db, raceid, uid)
}

export const shownCoupon = (
  lang: Lang,
  { open, ...row }: CouponRow,
  kinds: readonly ShownGoods[],
  now: Date,
): Omit<Coupon, 'valid_from' | 'valid_until'> & { valid_from: Date; valid_until: Date } => ({
  ...row,
  name: nameIn(lang, row.name, row.names),
  goodsids: [...row.goodsids],
  scope: kinds.filter(({ id }) => row.goodsids.includes(id)).map((one) => nameIn(lang, one.name, one.names)),
  state:
    row.state === 'used'
      ? 'used'
      : row.state === 'void' || !open
        ? 'void'
        : row.valid_until <= now
          ? 'expired'
          : 'open',
})
