import { needed } from '#db/needed.ts'
import type { Db, Tx } from '#db/db.ts'
import type { OrderItem } from '#features/orders/items.contract.ts'
import type { OpenedOrder } from '#features/orders/rules.ts'
import type { Sold } from '#features/orders/service.ts'
import type { GoodsRefusal, SignupGoodsGiven } from './beside.contract.ts'

/** The goods that one sign-up wants to buy, with the events that its people enter. */
export type GoodsRequest = { uid: number; events: readonly number[]; goods: SignupGoodsGiven }
/**
 * Goods that the sign-up gets. `amount` is after the `discount` of coupons. Only the room that sells the goods reads
 * `sale`.
 */
export type GoodsSale = { amount: number; discount: number; items: OrderItem[]; sale: unknown }

/**
 * The sale of goods inside sign-up. The selling room provides it, because this room may not import rooms that sell. A
 * sign-up without goods never calls it.
 */
export type SignupGoodsSeller = {
  /**
   * Locks the stock that these sign-ups want. The caller has locked the events. The returned function takes the goods
   * of one sign-up from the stock: all of these goods or none.
   */
  hold: (
    tx: Tx,
    raceid: number,
    wants: readonly GoodsRequest[],
    now: Date,
  ) => Promise<(want: GoodsRequest) => GoodsSale | { refused: GoodsRefusal }>
  /** Writes the sold goods under the orders of the registrations. */
  write: (
    tx: Tx,
    raceid: number,
    sold: readonly { uid: number; beside: GoodsSale; order: OpenedOrder }[],
    now: Date,
  ) => Promise<void>
  /** The effects of payments of a registration's order on the goods. */
  sold: Sold
}
/**
 * Finds the page of an order that holds only goods. The refusal `orders_elsewhere` leads to this page if somebody opens
 * such an order as a registration.
 */
export const goodsOrderPage =
  needed<(db: Db, raceid: number, key: string) => Promise<string | undefined>>('pages of orders for goods')
export const signupGoodsSeller = needed<SignupGoodsSeller>('goods inside sign-up')
