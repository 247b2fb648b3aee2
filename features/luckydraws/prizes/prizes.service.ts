import type { Tx } from '#db/db.ts'
import { needed } from '#db/needed.ts'
import { type Lang, nameIn } from '#contract/words.ts'
import { type NewPrize, type PrizeRow, insertPrizes } from './prizes.store.ts'

/**
 * Gives a coupon of the shop to an account and returns the coupon's code. Returns undefined if the shop no longer has
 * the coupon. The room of the shop provides this function.
 */
export type CouponGiver = (
  tx: Tx,
  coupon: { raceid: number; couponid: number; uid: number; origin: string; now: Date },
) => Promise<string | undefined>
export const couponGiver = needed<CouponGiver>('coupons as prizes')

export type WonPrize = PrizeRow

/**
 * Gives prizes to winners. Other rooms with gifts use this function, so that winners claim all prizes in the same way.
 */
export const givePrizes = (tx: Tx, raceid: number, rows: readonly NewPrize[], now: Date): Promise<WonPrize[]> =>
  insertPrizes(tx, raceid, rows, now)

/** Returns a prize as its winner sees it. */
export const presentPrize = (row: PrizeRow, lang: Lang) => ({
  ...row,
  name: nameIn(lang, row.name, row.names),
  contact: row.contact_mask ?? '',
  code: row.code ?? '',
  eventid: row.settings.eventid ?? null,
  carrier: row.carrier ?? '',
  number: row.number ?? '',
})
