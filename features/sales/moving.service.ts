import type { Tx } from '#db/db.ts'
import { insertReturn } from './returns.store.ts'
import { type SoldItem, lockItems, lockStock, lowerItem, moveItems } from './selling.store.ts'

type LineMove = { itemid: number; variantid: number; from: string; to: string; n: number }

/** The lines of a paid order that may move. The caller has locked the order. */
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
