import type { Db } from '#db/db.ts'
import type { OnceKey } from '#db/sharing/onceAnswers.ts'
import { payEndFor } from '#features/orders/rules.ts'
import { type SaleOutcome, sell } from './batch.service.ts'
import { LINES_MOST, LINE_MOST, type OrderedPiece } from './fill.rules.ts'
import { listOwnLines, listLinesOfOrder, listLinesOfOrders } from './items.store.ts'
import { buyerStandingOf } from './selling.store.ts'

/**
 * A purchase. Rooms sell things by these functions: `sellingGoods` (hooks.service.ts) for `provides` of the room,
 * `goodsOf` (goods.service.ts) to read kinds and stock, `buyGoods` here, `returnGoods` (returning.service.ts) for
 * returns, and `payGoods` for the payment.
 */
export type Buying = {
  raceid: number
  room: string
  uid: number
  lines: readonly OrderedPiece[]
  /** The amount that the page showed, in fen. */
  seen: number | undefined
  subject: string
  payMinutes: number
  /** Facts for the hooks of the selling room, such as guests, coupons and an address. */
  details?: unknown
  /** The key of a repeated call (`onceKey`). */
  once: OnceKey | undefined
  now: Date
}

/**
 * Buys all lines or none, in one transaction with other orders of the race. The lines are one order. `against` is the
 * word with which the selling room refuses the order.
 */
export const buyPriced = async (db: Db, buying: Buying): Promise<SaleOutcome> => {
  const { raceid, uid, lines, payMinutes, now } = buying
  const wrong = ({ n }: OrderedPiece) => !Number.isInteger(n) || n < 1 || n > LINE_MOST
  if (lines.length === 0 || lines.length > LINES_MOST || lines.some(wrong)) return { refused: 'goods_not_found' }
  const standing = await buyerStandingOf(db, raceid, uid)
  return sell(db, { ...buying, standing, payEnd: payEndFor(now, payMinutes, null) })
}

/**
 * Buys lines for a room that sells its goods at their plain prices. Such a room never refuses an order with a word of
 * its own.
 */
export const buyGoods = async (db: Db, buying: Buying): Promise<Exclude<SaleOutcome, { against: string }>> => {
  const outcome = await buyPriced(db, buying)
  if ('against' in outcome) throw new Error(`The room ${buying.room} has no prices of its own and refused an order`)
  return outcome
}

export { buyerStandingOf } from './selling.store.ts'

/** The lines that an account bought in a race, with the keys of their orders. */
export const purchasesOf = listOwnLines
export const linesOfOrders = listLinesOfOrders
export const linesOfOrder = listLinesOfOrder
