import type { Tx } from '#db/db.ts'
import { lockOrder } from '#features/orders/finding.service.ts'
import { logChange } from '#features/staff/service.ts'
import type { Who } from '#seam/server/handle.ts'
import { giveBackGoods } from './giveBack.service.ts'
import { backOf, partOf, tierOf } from './tiers.rules.ts'
import { hooksOf, releasePieces } from './hooks.service.ts'
import { type ReturnTerms, readReturnTerms } from './items.store.ts'
import { insertReturn } from './returns.store.ts'
import { type SoldItem, countReturned, lockItems } from './selling.store.ts'

/** The pieces of one line that the buyer gives back. */
export type Returned = {
  itemid: number
  pieces: number
  /**
   * The piece that staff take back, by its id in the selling room. Without an id, the selling room chooses the piece.
   */
  piece?: number | undefined
}
export type ReturnOffer = { itemid: number; pieces: number; amount: number; kept: number }
export type ReturnRefused = 'return_not_whole' | 'return_not_paid' | 'return_too_many' | 'return_closed'
type ReturnRequest = {
  raceid: number
  orderid: number
  zone: string
  lines: readonly Returned[]
  now: Date
  /** A return by staff for the buyer. The tiers have no effect, and the race keeps `percent` of the price. */
  staff?: { who: Who; percent: number; reason: string } | undefined
}

/**
 * Returns only the items of the room whose lines are given back. The order of a sign-up may hold goods of several
 * rooms, and each room has rules of its own.
 */
const ofOneRoom = (items: readonly SoldItem[], lines: readonly Returned[]): SoldItem[] => {
  const room = items.find(({ id }) => lines.some(({ itemid }) => itemid === id))?.room
  return items.filter((item) => item.room === room)
}

/** Tells whether the given lines contain all remaining pieces of these items. */
const isWhole = (items: readonly SoldItem[], lines: readonly Returned[]): boolean =>
  items.every(({ id, n, returned }) => {
    const pieces = lines.find(({ itemid }) => itemid === id)?.pieces ?? 0
    return pieces === n - returned
  })
/** Returns the beginning of the first slot of the pieces that the buyer still holds. */
const firstOf = (items: readonly SoldItem[], terms: ReadonlyMap<number, ReturnTerms>): Date | undefined =>
  items
    .flatMap(({ id, n, returned }) => (returned < n ? (terms.get(id)?.starts_at ?? []) : []))
    .toSorted((a, b) => a.getTime() - b.getTime())[0]

/** Computes the refunded part of each line. Returns the reason if one line cannot be given back. */
const offersOf = (
  items: readonly SoldItem[],
  terms: ReadonlyMap<number, ReturnTerms>,
  { lines, zone, now, staff }: ReturnRequest,
): ReturnOffer[] | ReturnRefused => {
  const offers: ReturnOffer[] = []
  const [room] = new Set(items.map((item) => item.room))
  const whole = room !== undefined && hooksOf(room).whole === true
  if (whole && !staff && !isWhole(items, lines)) return 'return_not_whole'
  const first = whole ? firstOf(items, terms) : undefined
  for (const { itemid, pieces } of lines) {
    const item = items.find(({ id }) => id === itemid)
    if (item?.state !== 'paid') return 'return_not_paid'
    if (pieces < 1 || pieces > item.n - item.returned || offers.some((one) => one.itemid === itemid))
      return 'return_too_many'
    const { refund, starts_at } = terms.get(itemid)!
    const slot = { zone, starts_at: first ?? starts_at }
    const tier = staff ? { percent: staff.percent, fixed: 0 } : tierOf(refund, slot, now)
    if (!tier) return 'return_closed'
    const part = partOf(item.amount - item.lowered, item.n, item.returned, pieces)
    const amount = backOf(part, pieces, tier)
    offers.push({ itemid, pieces, amount, kept: part - amount })
  }
  return offers
}

/** Computes the refund that belongs to no line, such as the postage of a whole order. */
const besideOf = async (
  tx: Tx,
  items: readonly SoldItem[],
  offers: readonly ReturnOffer[],
  { raceid, orderid }: ReturnRequest,
): Promise<number> => {
  const back = new Map(offers.map(({ itemid, pieces }) => [itemid, pieces]))
  const whole = items.every(({ id, n, returned }) => returned + (back.get(id) ?? 0) === n)
  return (await hooksOf(items[0]!.room).beside?.(tx, raceid, orderid, whole)) ?? 0
}

/** Returns the amount that a return would refund at this moment, or a refusal. The function changes nothing. */
export const offerReturn = async (
  on: Tx,
  all: readonly SoldItem[],
  asked: ReturnRequest,
): Promise<{ amount: number; kept: number } | ReturnRefused> => {
  const items = ofOneRoom(all, asked.lines)
  const offers = offersOf(items, await readReturnTerms(on, asked.raceid, asked.orderid), asked)
  if (typeof offers === 'string') return offers
  const beside = await besideOf(on, items, offers, asked)
  return offers.reduce((sum, one) => ({ amount: sum.amount + one.amount, kept: sum.kept + one.kept }), {
    amount: beside,
    kept: 0,
  })
}

/**
 * Takes pieces of one order back. Their stock is free at once, and the server refunds the money by the order's own
 * channel. `shown` is the amount that the page showed. If the present amount differs from `shown`, the function changes
 * nothing and returns the present amount (`changed`).
 */
export const returnGoods = async (
  tx: Tx,
  asked: ReturnRequest & { shown?: number | undefined },
): Promise<{ amount: number } | { refused: ReturnRefused } | { changed: number }> => {
  const { raceid, orderid, now, staff } = asked
  await lockOrder(tx, raceid, orderid)
  const items = ofOneRoom(await lockItems(tx, raceid, orderid), asked.lines)
  const offers = offersOf(items, await readReturnTerms(tx, raceid, orderid), asked)
  if (typeof offers === 'string') return { refused: offers }
  const [room] = new Set(items.map((item) => item.room))
  const left = staff ? undefined : await hooksOf(room!).left?.(tx, raceid, items)
  if (left && offers.some(({ itemid, pieces }) => pieces > (left.get(itemid) ?? 0)))
    return { refused: 'return_too_many' }
  const beside = await besideOf(tx, items, offers, asked)
  const amount = offers.reduce((sum, one) => sum + one.amount, beside)
  if (asked.shown !== undefined && asked.shown !== amount) return { changed: amount }
  const refundid = amount > 0 ? await giveBackGoods(tx, room!, { raceid, orderid, amount }, now) : null
  const gone = []
  for (const offer of offers) {
    const item = items.find(({ id }) => id === offer.itemid)!
    await countReturned(tx, item, offer, now)
    const by = { staffid: staff?.who.staffid ?? null, reason: staff?.reason ?? '' }
    await insertReturn(tx, { item, refundid, pieces: offer.pieces, amount: offer.amount, kept: offer.kept, ...by }, now)
    gone.push({ ...item, pieces: offer.pieces, piece: asked.lines.find(({ itemid }) => itemid === item.id)?.piece })
  }
  await releasePieces(tx, raceid, gone, now)
  if (staff)
    await logChange(tx, {
      who: staff.who,
      now,
      raceid,
      what: 'goods returned',
      target: `order ${orderid}`,
      after: { amount, lines: asked.lines, reason: staff.reason },
    })
  return { amount }
}
