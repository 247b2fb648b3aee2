import type { Lang } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import type { OrderRow } from '#features/orders/rules.ts'
import { type OrderRefund, type Sold, selling } from '#features/orders/service.ts'
import type { FilledLine, OrderPricing, Sale, Want } from './fill.rules.ts'
import { countReturned, freeStock, lockItems, lockStock, markClosed, markPaid, type SoldItem } from './selling.store.ts'
import { endReturns, insertReturn, returnsOfRefund } from './returns.store.ts'

/** The wish of a buyer. The selling room gives `details` to `buyGoods`, and only the hooks of this room read them. */
export type WantWithDetails = Want & { details?: unknown }
/** A new order as its selling room sees it. */
export type OpenedGoodsOrder = {
  one: WantWithDetails
  fill: Sale
  order: string
  orderid: number
  paid: boolean
  items: readonly SoldItem[]
}
/** A sold line with the number of pieces that leave their buyer. */
export type GoneItem = SoldItem & {
  pieces: number
  /** The id of the piece that staff take back. Without an id, the selling room chooses the piece. */
  piece?: number | undefined
}
/** The hooks of a selling room, for example to make tickets. They run in the transaction that changes the items. */
export type GoodsHooks = {
  /** Saves the `details` of new orders, such as the names of guests and an address. It runs before `paid`. */
  opened?: (tx: Tx, raceid: number, orders: readonly OpenedGoodsOrder[], now: Date) => Promise<void>
  /**
   * True if the lines of an order belong together, such as the nights of a stay. A buyer can only give back the whole
   * order. The hours in the rule of return count until the first slot begins.
   */
  whole?: true
  paid?: (tx: Tx, raceid: number, items: readonly SoldItem[], now: Date) => Promise<void>
  gone?: (tx: Tx, raceid: number, items: readonly GoneItem[], now: Date) => Promise<void>
  /**
   * Counts the pieces of each line that the buyer may still give back, and locks the rows on which this depends.
   * Without this hook, the buyer may give back every remaining piece.
   */
  left?: (tx: Tx, raceid: number, items: readonly SoldItem[]) => Promise<ReadonlyMap<number, number>>
  /**
   * Locks the rows that decide about the price of orders, such as coupons. The function `price` prices one order after
   * the other. The server calls `took` for each sold order, so that two orders of one transaction cannot use the same
   * coupon. The stock is already locked.
   */
  pricing?: (
    tx: Tx,
    raceid: number,
    waiting: readonly WantWithDetails[],
    now: Date,
  ) => Promise<{
    price: (one: WantWithDetails, lines: readonly FilledLine[]) => ReturnType<OrderPricing>
    took: (one: WantWithDetails) => void
  }>
  /**
   * Returns the fen that a return refunds in addition to the price of its lines, such as postage. `whole` is true if
   * the buyer gives back everything. The caller calls `gone` afterwards.
   */
  beside?: (tx: Tx, raceid: number, orderid: number, whole: boolean) => Promise<number>
  /**
   * Lists the later orders with which the buyer paid more for the lines of an order, the newest first. For example, the
   * buyer changed a stay to dearer nights. A return takes the money from these later orders first.
   */
  supplements?: (tx: Tx, raceid: number, orderid: number) => Promise<readonly number[]>
  /** The sale of this room's goods during sign-up. A room without this hook sells nothing during sign-up. */
  signup?: {
    /** Returns the path of the picture of a kind. */
    picture: (settings: Record<string, unknown>) => string | null
    /** Returns the places where the race hands the things out, in the order of its settings. */
    places?: (on: Db | Tx, raceid: number, lang: Lang) => Promise<PickupChoice[]>
    /** Returns the `details` of an order from the chosen place of pick-up and the chosen coupons. */
    details: (uid: number, chosen: { place: string; coupons: readonly string[] }) => unknown
  }
  /** Returns the page of an order for its buyer, by the race and the key of the order. */
  page?: (raceid: number, key: string) => string
  /** Checks the settings of a kind and returns the settings to store. Throws if they are wrong. */
  settings?: (given: Record<string, unknown>) => Record<string, unknown>
}

/** A place of pick-up. `id` is its name in the settings, `name` its name in the caller's language. */
export type PickupChoice = { id: string; name: string; when: string }

const rooms = new Map<string, GoodsHooks>()
export const isSelling = (room: string): boolean => rooms.has(room)
export const hooksOf = (room: string): GoodsHooks => {
  const hooks = rooms.get(room)
  if (!hooks) throw new Error(`The room ${room} sells goods but gives no \`sellingGoods\` in \`provides\``)
  return hooks
}

/**
 * Locks the stock rows, puts the pieces that leave their buyer back into the stock, and calls the hooks of the selling
 * rooms.
 */
export const releasePieces = async (tx: Tx, raceid: number, gone: readonly GoneItem[], now: Date): Promise<void> => {
  const leaving = gone.filter(({ pieces }) => pieces > 0)
  if (leaving.length === 0) return
  await lockStock(tx, raceid, leaving)
  await freeStock(
    tx,
    raceid,
    leaving.map(({ variantid, slot, pieces }) => ({ variantid, slot, n: pieces })),
  )
  for (const room of new Set(leaving.map((item) => item.room)))
    await hooksOf(room).gone?.(
      tx,
      raceid,
      leaving.filter((item) => item.room === room),
      now,
    )
}

/**
 * Ends all items of an order that another room refunded in full. A return of this room has already ended its pieces, so
 * only the arrival of its money is recorded.
 */
const takeRefund = async (tx: Tx, order: OrderRow, refund: OrderRefund, now: Date): Promise<void> => {
  const own = await returnsOfRefund(tx, order.raceid, refund.id)
  if (own > 0) return endReturns(tx, order.raceid, refund.id, refund.refund_at ?? now)
  if (order.refunded < order.amount) return
  const items = (await lockItems(tx, order.raceid, order.id)).filter(({ state }) => state === 'paid')
  for (const item of items) {
    const [pieces, amount] = [item.n - item.returned, item.amount - item.back]
    await countReturned(tx, item, { pieces, amount }, now)
    await insertReturn(tx, { item, refundid: refund.id, pieces, amount, kept: 0, staffid: null, reason: '' }, now)
  }
  await endReturns(tx, order.raceid, refund.id, refund.refund_at ?? now)
  await releasePieces(
    tx,
    order.raceid,
    items.map((item) => ({ ...item, pieces: item.n - item.returned })),
    now,
  )
}

/**
 * The effects of payments on goods. The caller's transaction has locked the order's row. One order may hold goods of
 * several rooms.
 */
export const goodsSold: Sold = {
  paid: async (tx, order, now) => {
    const items = await lockItems(tx, order.raceid, order.id)
    await markPaid(tx, order.raceid, order.id, now)
    const paid = items.filter(({ state }) => state === 'open')
    for (const [room, own] of Map.groupBy(paid, (item) => item.room))
      await hooksOf(room).paid?.(
        tx,
        order.raceid,
        own.map((item) => ({ ...item, state: 'paid', paid_at: now })),
        now,
      )
  },
  closed: async (tx, order, _reason, now) => {
    const closed = await markClosed(tx, order.raceid, order.id, now)
    await releasePieces(
      tx,
      order.raceid,
      closed.map((item) => ({ ...item, pieces: item.n })),
      now,
    )
  },
  refunded: takeRefund,
}

export const signupRooms = (): string[] => [...rooms].flatMap(([room, { signup }]) => (signup ? [room] : []))

/**
 * Makes the entry of a selling room for `provides`. The entry connects the goods of the room with stock, payments and
 * refunds.
 */
export const sellingGoods =
  (room: string, hooks: GoodsHooks = {}): (() => void) =>
  () => {
    rooms.set(room, hooks)
    selling(room, goodsSold)()
  }
