import type { ParsedOf } from '#contract/endpoint.ts'
import type { Db, Tx } from '#db/db.ts'
import type { Audience, GoodsRefund, consoleGoodsSave } from './goods.contract.ts'
import { hooksOf } from '../hooks.service.ts'
import {
  type ListedGoods,
  listOffering,
  listGoods,
  lockGoods,
  lockStockOf,
  removeStock,
  removeVariant,
  saveGoods,
  saveStockOfVariant,
  saveVariant,
  wasSold,
} from './goods.store.ts'
import { type StockChange, insertStockChanges } from '../movements/movements.store.ts'
import { stockKey } from '../fill.rules.ts'

type Names = Record<string, string>
export const shownGoods = (row: ListedGoods) => ({
  ...row,
  names: row.names as Names,
  abouts: row.abouts as Names,
  audience: row.audience as Audience,
  refund: row.refund as GoodsRefund | null,
  settings: row.settings as Record<string, unknown>,
  variants: row.variants.map((one) => ({
    ...one,
    names: one.names as Names,
    settings: one.settings as Record<string, unknown>,
  })),
})
export type ShownGoods = ReturnType<typeof shownGoods>

export const goodsOf = async (on: Db | Tx, raceid: number, room: string, id?: number): Promise<ShownGoods[]> =>
  (await listGoods(on, raceid, room, id)).map(shownGoods)

/** Lists the rooms of a race that offer something: a kind that is open and whose sale is not over. */
export const roomsOffering = listOffering

type Parsed = ParsedOf<typeof consoleGoodsSave>
/** A kind to save. Without `signup_events`, no sign-up offers it. */
type Given = Omit<Parsed, 'signup_events'> & Partial<Pick<Parsed, 'signup_events'>>
export type GivenGoods = Given
export type UnsavedReason = 'goods_not_found' | 'stock_below_sold' | 'goods_are_sold' | 'slot_twice'

/** The error that rolls the transaction back. The route turns the error into a refusal. */
export class NotKept extends Error {
  readonly why: UnsavedReason
  constructor(why: UnsavedReason) {
    super(why)
    this.why = why
  }
}
const at = (text: string | null): Date | null => (text === null ? null : new Date(text))

/**
 * Saves a kind with all of its variants and stock. It locks the stock rows first, so that no sale happens between the
 * check and the write. `staffid` names the member of staff in the list of movements.
 */
export const keepGoods = async (
  tx: Tx,
  given: Given,
  now: Date,
  staffid: number | null = null,
): Promise<ShownGoods> => {
  const { raceid, id, room, variants, sale_from, sale_until, settings, signup_events = null, ...kind } = given
  if (id !== undefined && !(await lockGoods(tx, raceid, room, id))) throw new NotKept('goods_not_found')
  const before = id === undefined ? [] : (await listGoods(tx, raceid, room, id))[0]!.variants
  const locked = await lockStockOf(
    tx,
    raceid,
    before.map((one) => one.id),
  )
  const kept = new Map(locked.map((row) => [stockKey(row), row]))
  for (const { id: variantid } of variants)
    if (variantid !== undefined && !before.some((one) => one.id === variantid)) throw new NotKept('goods_not_found')
  const goodsid = await saveGoods(
    tx,
    raceid,
    id,
    {
      ...kind,
      room,
      signup_events,
      settings: hooksOf(room).settings?.(settings) ?? settings,
      sale_from: at(sale_from),
      sale_until: at(sale_until),
    },
    now,
  )
  const changes: StockChange[] = []
  for (const [place, variant] of variants.entries()) {
    const variantid = await saveVariant(tx, raceid, goodsid, variant, place)
    const slots = new Set<string>()
    for (const { starts_at, ends_at, ...row } of variant.stock) {
      if (slots.has(row.slot)) throw new NotKept('slot_twice')
      slots.add(row.slot)
      const key = stockKey({ variantid, slot: row.slot })
      const was = kept.get(key)
      if (row.pieces < (was?.sold ?? 0)) throw new NotKept('stock_below_sold')
      if (row.pieces !== (was?.pieces ?? 0))
        changes.push({ variantid, slot: row.slot, before: was?.pieces ?? 0, pieces: row.pieces })
      kept.delete(key)
      await saveStockOfVariant(tx, { raceid, variantid, ...row, starts_at: at(starts_at), ends_at: at(ends_at) })
    }
  }
  for (const { variantid, slot } of kept.values()) {
    if (await wasSold(tx, raceid, variantid, slot)) throw new NotKept('goods_are_sold')
    await removeStock(tx, raceid, variantid, slot)
  }
  await insertStockChanges(tx, raceid, changes, staffid, now)
  const named = new Set(variants.map((one) => one.id))
  for (const one of before) if (!named.has(one.id)) await removeVariant(tx, raceid, one.id)
  return (await goodsOf(tx, raceid, room, goodsid))[0]!
}

/**
 * Returns a kind in the form that `keepGoods` needs. It leaves out the sold pieces, because only sales change their
 * number.
 */
const givenOf = ({ sale_from, sale_until, ...goods }: ShownGoods): GivenGoods => ({
  ...goods,
  sale_from: sale_from?.toISOString() ?? null,
  sale_until: sale_until?.toISOString() ?? null,
  variants: goods.variants.map((variant) => ({
    ...variant,
    stock: variant.stock.map(({ slot, pieces, price, open, starts_at, ends_at }) => ({
      slot,
      pieces,
      price,
      open,
      starts_at: starts_at?.toISOString() ?? null,
      ends_at: ends_at?.toISOString() ?? null,
    })),
  })),
})
/**
 * Changes a part of a kind, such as some of its nights. It locks the kind first, so that two simultaneous editors do
 * not overwrite each other's changes.
 */
export const changeGoods = async (
  tx: Tx,
  { raceid, room, id }: { raceid: number; room: string; id: number },
  change: (goods: GivenGoods) => GivenGoods,
  now: Date,
  staffid: number | null = null,
): Promise<ShownGoods> => {
  if (!(await lockGoods(tx, raceid, room, id))) throw new NotKept('goods_not_found')
  return keepGoods(tx, change(givenOf((await goodsOf(tx, raceid, room, id))[0]!)), now, staffid)
}
