import type { Audience } from './goods/goods.contract.ts'

/** The most orders for goods that one account may leave unpaid in a race at the same time. */
export const UNPAID_MOST = 5
/** The highest amount of one order, in fen. The columns of amounts can hold little more. */
export const AMOUNT_MOST = 2_000_000_000
/** The most pieces of one line, and the most lines of one order. */
export const LINE_MOST = 100
export const LINES_MOST = 60

/** A kind of goods and one of its variants, with the terms of their sale. */
export type SaleTerms = {
  goodsid: number
  room: string
  audience: Audience
  most_each: number | null
  sale_from: Date | null
  sale_until: Date | null
  open: boolean
  price: number
  /** The events whose sign-up offers the kind. Empty: every event. Null: not offered at sign-up. */
  signup_events: number[] | null
}
export type StockRow = {
  variantid: number
  slot: string
  pieces: number
  sold: number
  price: number | null
  ends_at: Date | null
  open: boolean
}
export type OrderedPiece = { variantid: number; slot: string; n: number }
/** An account's relation to the race. */
export type BuyerStanding = { registered: boolean; finished: boolean }
/** An order to fill. `seen` is the amount in fen that the page showed. */
export type Want = {
  uid: number
  room: string
  lines: readonly OrderedPiece[]
  standing: BuyerStanding
  seen: number | undefined
}
export const whyNotSold = [
  'goods_not_found',
  'goods_not_on_sale',
  'goods_not_for_you',
  'goods_sold_out',
  'goods_limit',
  'goods_unpaid',
  'goods_price_changed',
] as const
export type WhyNotSold = (typeof whyNotSold)[number]
export type FilledLine = OrderedPiece & { goodsid: number; amount: number }
/**
 * The terms of a selling room for one filled order, in fen: the discount of each line, and the costs that belong to no
 * line, such as postage. The discount of a line is at most the amount of the line.
 */
export type Priced = { off: readonly number[]; beside: number }
/**
 * A function that prices filled lines. The function returns a word of the selling room if the room refuses the order.
 */
export type OrderPricing = (lines: readonly FilledLine[]) => Priced | { against: string }
/**
 * An order that the server can sell. The `amount` of a line is the price before its discount. The `amount` of the order
 * is the amount to pay.
 */
export type Sale = Priced & { lines: FilledLine[]; amount: number }
/** The outcome of one order. In a refusal, `variantid` and `slot` name the line that the server cannot sell. */
export type Fill =
  | Sale
  | { refused: WhyNotSold; variantid?: number; slot?: string; amount?: number; free?: number }
  | { against: string }

/** Tells whether the sign-up of at least one of these events offers the goods. */
export const isOfferedAt = (
  { signup_events: at }: Pick<SaleTerms, 'signup_events'>,
  events: readonly number[],
): boolean => at !== null && (at.length === 0 || events.some((id) => at.includes(id)))

/** Returns the key of a stock row. The key is unique only within a race. */
export const stockKey = ({ variantid, slot }: { variantid: number; slot: string }): string => `${variantid} ${slot}`

export const isFor = (audience: Audience, { registered, finished }: BuyerStanding): boolean =>
  audience === 'everybody' || (audience === 'registrants' ? registered : finished)
export const isOnSale = (terms: Pick<SaleTerms, 'open' | 'sale_from' | 'sale_until'>, now: Date): boolean =>
  terms.open && (!terms.sale_from || terms.sale_from <= now) && (!terms.sale_until || now < terms.sale_until)

/** Joins lines of the same variant and slot, so that two lines together cannot exceed a limit. */
export const joined = (lines: readonly OrderedPiece[]): OrderedPiece[] => {
  const all = new Map<string, OrderedPiece>()
  for (const line of lines) {
    const known = all.get(stockKey(line))
    if (known) known.n += line.n
    else all.set(stockKey(line), { ...line })
  }
  return [...all.values()]
}

export type Shelf = {
  /** Terms by variant. */
  terms: ReadonlyMap<number, SaleTerms>
  /** Stock by `stockKey`. The rules add the pieces of each filled order to `sold`. */
  stock: ReadonlyMap<string, StockRow>
  /** The number of pieces that accounts already hold, by account and kind. */
  held: Map<string, number>
  /** The number of unpaid orders, by account. */
  unpaid: Map<number, number>
}
export const accountGoodsKey = (uid: number, goodsid: number): string => `${uid} ${goodsid}`

const fillLine = (shelf: Shelf, want: Want, line: OrderedPiece, now: Date): FilledLine | Fill => {
  const terms = shelf.terms.get(line.variantid)
  const row = shelf.stock.get(stockKey(line))
  const at = { variantid: line.variantid, slot: line.slot }
  if (!terms || !row || terms.room !== want.room) return { refused: 'goods_not_found', ...at }
  if (!isOnSale(terms, now) || !row.open || (row.ends_at && row.ends_at <= now))
    return { refused: 'goods_not_on_sale', ...at }
  if (!isFor(terms.audience, want.standing)) return { refused: 'goods_not_for_you', ...at }
  const free = row.pieces - row.sold
  if (free < line.n) return { refused: 'goods_sold_out', free, ...at }
  return { ...line, goodsid: terms.goodsid, amount: (row.price ?? terms.price) * line.n }
}

const plain: OrderPricing = (lines) => ({ off: lines.map(() => 0), beside: 0 })
const paidFor = (lines: readonly FilledLine[], { off, beside }: Priced): number =>
  lines.reduce((sum, line, at) => sum + line.amount - off[at]!, beside)

/**
 * Fills one order, wholly or not at all, and counts its pieces in `shelf`. The caller fills an earlier order
 * before a later order.
 */
export const fillOrder = (shelf: Shelf, want: Want, now: Date, pricing: OrderPricing = plain): Fill => {
  const lines: FilledLine[] = []
  const more = new Map<number, number>()
  for (const line of joined(want.lines)) {
    const filled = fillLine(shelf, want, line, now)
    if (!('goodsid' in filled)) return filled
    more.set(filled.goodsid, (more.get(filled.goodsid) ?? 0) + line.n)
    const { most_each: most } = shelf.terms.get(line.variantid)!
    const held = shelf.held.get(accountGoodsKey(want.uid, filled.goodsid)) ?? 0
    if (most !== null && held + more.get(filled.goodsid)! > most)
      return { refused: 'goods_limit', variantid: line.variantid, slot: line.slot, free: Math.max(0, most - held) }
    lines.push(filled)
  }
  const gross = lines.reduce((sum, line) => sum + line.amount, 0)
  if (gross > AMOUNT_MOST) return { refused: 'goods_limit' }
  if (gross > 0 && (shelf.unpaid.get(want.uid) ?? 0) >= UNPAID_MOST) return { refused: 'goods_unpaid' }
  const priced = pricing(lines)
  if ('against' in priced) return priced
  const amount = paidFor(lines, priced)
  if (want.seen !== undefined && want.seen !== amount) return { refused: 'goods_price_changed', amount }
  for (const line of lines) {
    shelf.stock.get(stockKey(line))!.sold += line.n
    const key = accountGoodsKey(want.uid, line.goodsid)
    shelf.held.set(key, (shelf.held.get(key) ?? 0) + line.n)
  }
  if (amount > 0) shelf.unpaid.set(want.uid, (shelf.unpaid.get(want.uid) ?? 0) + 1)
  return { lines, ...priced, amount }
}
/** Puts the pieces of a filled order back on the shelf, because another part of the same order was refused. */
export const unfillOrder = (shelf: Shelf, uid: number, { lines, amount }: Sale): void => {
  for (const line of lines) {
    shelf.stock.get(stockKey(line))!.sold -= line.n
    const key = accountGoodsKey(uid, line.goodsid)
    shelf.held.set(key, shelf.held.get(key)! - line.n)
  }
  if (amount > 0) shelf.unpaid.set(uid, shelf.unpaid.get(uid)! - 1)
}
