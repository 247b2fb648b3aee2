import type { Tx } from '#db/db.ts'
import { newKey } from '#db/random.ts'
import { giveBackGoods } from './giveBack.service.ts'
import { insertReturn } from './returns.store.ts'
import {
  type SoldItem,
  adoptItems,
  countReturned,
  endItems,
  freeStock,
  insertItems,
  lockItems,
  lockStock,
  lowerItem,
  moveItems,
} from './selling.store.ts'

type LineMove = { itemid: number; variantid: number; from: string; to: string; n: number }

/** Returns the lines of a paid order that may move. The caller has locked the order. */
export const soldLinesOf = async (tx: Tx, raceid: number, orderid: number): Promise<SoldItem[]> =>
  (await lockItems(tx, raceid, orderid)).filter(({ state }) => state === 'paid')

/** Moves lines of a paid order to other slots of the same variant. The price that was paid stays with the line. */
export const moveSoldLines = {
  /** Locks all slots that a move touches. The caller then checks that the new slots are free. */
  hold: async (tx: Tx, raceid: number, variantid: number, slots: readonly string[]): Promise<void> => {
    await lockStock(
      tx,
      raceid,
      slots.map((slot) => ({ variantid, slot })),
    )
  },
  write: async (
    tx: Tx,
    raceid: number,
    moves: readonly LineMove[],
    staffid: number | null,
    now: Date,
  ): Promise<void> => {
    if (moves.length > 0) await moveItems(tx, raceid, moves, staffid, now)
  },
}

/** Records a refund of lines whose pieces stay with their buyer. `back`: the fen of each line, by its id. */
export const giveBackOfLines = async (
  tx: Tx,
  raceid: number,
  orderid: number,
  back: ReadonlyMap<number, number>,
  refundid: number,
  now: Date,
): Promise<void> => {
  for (const item of await lockItems(tx, raceid, orderid)) {
    const amount = back.get(item.id)
    if (amount === undefined) continue
    await lowerItem(tx, item, amount)
    await insertReturn(tx, { item, refundid, pieces: 0, amount, kept: 0, staffid: null, reason: '' }, now)
  }
}

/** An exchange of lines. `back` is the refund of each dropped line in fen, by the id of the line. */
export type LineExchange = {
  dropped: readonly SoldItem[]
  back: ReadonlyMap<number, number>
  refund: number
}
/** Ends the dropped lines of a paid order, frees their stock, and gives `refund` fen back. */
const dropLines = async (tx: Tx, { dropped, back, refund }: LineExchange, now: Date): Promise<void> => {
  const [first] = dropped
  if (!first) return
  const { raceid, orderid, room } = first
  const refundid = refund > 0 ? await giveBackGoods(tx, room, { raceid, orderid, amount: refund }, now) : null
  for (const item of dropped) {
    const amount = back.get(item.id) ?? 0
    const row = { item, refundid: amount > 0 ? refundid : null, pieces: item.n - item.returned, amount, kept: 0 }
    await insertReturn(tx, { ...row, staffid: null, reason: '' }, now)
  }
  await endItems(
    tx,
    raceid,
    dropped.map(({ id }) => ({ id, back: back.get(id) ?? 0 })),
    now,
  )
  await freeStock(
    tx,
    raceid,
    dropped.map(({ variantid, slot, n, returned }) => ({ variantid, slot, n: n - returned })),
  )
}

/**
 * Exchanges lines of a paid order for new lines that cost no more. The caller has locked order and stock. No hook of
 * the selling room runs.
 */
export const exchangeLines = async (
  tx: Tx,
  like: SoldItem,
  exchange: LineExchange,
  added: readonly { slot: string; n: number; amount: number }[],
  now: Date,
): Promise<void> => {
  const { raceid, orderid, uid, room, goodsid, variantid } = like
  await dropLines(tx, exchange, now)
  const of = { orderid, uid, room, goodsid, variantid, paid: true }
  const rows = added.map((line) => ({ ...of, ...line, key: newKey(raceid) }))
  if (rows.length > 0) await insertItems(tx, raceid, rows, [], now)
}
/**
 * Exchanges lines of a paid order for the lines of a second order, which paid the difference. The new lines then
 * belong to the first order, with their whole price.
 */
export const exchangeForOrder = async (
  tx: Tx,
  { raceid, orderid }: Pick<SoldItem, 'raceid' | 'orderid'>,
  supplement: number,
  dropped: readonly SoldItem[],
  priceOf: (slot: string) => number,
  now: Date,
): Promise<void> => {
  await dropLines(tx, { dropped, back: new Map(), refund: 0 }, now)
  const amounts = new Map((await lockItems(tx, raceid, supplement)).map(({ id, slot }) => [id, priceOf(slot)]))
  await adoptItems(tx, raceid, { from: supplement, to: orderid, amounts })
}
/** Takes a whole paid order back, with all its money. The caller has locked order and stock. */
export const undoOrder = async (tx: Tx, raceid: number, orderid: number, now: Date): Promise<void> => {
  const items = (await lockItems(tx, raceid, orderid)).filter(({ state }) => state === 'paid')
  const amount = items.reduce((sum, item) => sum + item.amount - item.back, 0)
  if (items.length === 0) return
  const refundid = await giveBackGoods(tx, items[0]!.room, { raceid, orderid, amount }, now)
  for (const item of items) {
    const whole = { pieces: item.n - item.returned, amount: item.amount - item.back }
    await countReturned(tx, item, whole, now)
    await insertReturn(tx, { item, refundid, ...whole, kept: 0, staffid: null, reason: '' }, now)
  }
  await freeStock(
    tx,
    raceid,
    items.map(({ variantid, slot, n, returned }) => ({ variantid, slot, n: n - returned })),
  )
}
