import type { Selectable } from 'kysely'
import { type Db, type Tx, jsonb } from '#db/db.ts'
import type { Goods as GoodsTable, Stock } from '#db/schema.ts'
import type { GivenVariant, Goods } from './goods.contract.ts'

export type GoodsRow = Selectable<GoodsTable>
export type StockOfVariant = Selectable<Stock>
type Given = Omit<Goods, 'id' | 'variants' | 'sale_from' | 'sale_until'> & {
  sale_from: Date | null
  sale_until: Date | null
}

/** Lists the kinds of a room, at most 200, with variants and stock. With `id`, only this kind. */
export const listGoods = async (on: Db | Tx, raceid: number, room: string, id?: number) => {
  let query = on.selectFrom('goods').selectAll().where('raceid', '=', raceid).where('room', '=', room)
  if (id !== undefined) query = query.where('id', '=', id)
  const goods = await query.orderBy('place').orderBy('id').limit(200).execute()
  if (goods.length === 0) return []
  const variants = await on
    .selectFrom('variants')
    .selectAll()
    .where('raceid', '=', raceid)
    .where(
      'goodsid',
      'in',
      goods.map((one) => one.id),
    )
    .orderBy('place')
    .orderBy('id')
    .execute()
  const stock =
    variants.length === 0
      ? []
      : await on
          .selectFrom('stock')
          .selectAll()
          .where('raceid', '=', raceid)
          .where(
            'variantid',
            'in',
            variants.map((one) => one.id),
          )
          .orderBy('variantid')
          .orderBy('slot')
          .execute()
  return goods.map((one) => ({
    ...one,
    variants: variants
      .filter(({ goodsid }) => goodsid === one.id)
      .map((variant) => ({ ...variant, stock: stock.filter(({ variantid }) => variantid === variant.id) })),
  }))
}
export type ListedGoods = Awaited<ReturnType<typeof listGoods>>[number]

export const listOffering = async (on: Db | Tx, raceid: number, now: Date): Promise<ReadonlySet<string>> => {
  const rows = await on
    .selectFrom('goods')
    .select('room')
    .distinct()
    .where('raceid', '=', raceid)
    .where('open', '=', true)
    .where((where) => where.or([where('sale_until', 'is', null), where('sale_until', '>', now)]))
    .execute()
  return new Set(rows.map(({ room }) => room))
}

/** Locks a kind, so that a second editor waits for the first. */
export const lockGoods = (tx: Tx, raceid: number, room: string, id: number): Promise<GoodsRow | undefined> =>
  tx
    .selectFrom('goods')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('room', '=', room)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const saveGoods = async (
  tx: Tx,
  raceid: number,
  id: number | undefined,
  { names, abouts, settings, refund, ...given }: Given,
  now: Date,
): Promise<number> => {
  const set = {
    ...given,
    names: jsonb(names),
    abouts: jsonb(abouts),
    settings: jsonb(settings),
    refund: refund === null ? null : jsonb(refund),
    updated_at: now,
  }
  if (id !== undefined) {
    await tx.updateTable('goods').set(set).where('raceid', '=', raceid).where('id', '=', id).execute()
    return id
  }
  const row = await tx
    .insertInto('goods')
    .values({ raceid, ...set, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Writes a variant without its stock. */
export const saveVariant = async (
  tx: Tx,
  raceid: number,
  goodsid: number,
  { id, name, names, price, open, settings }: GivenVariant,
  place: number,
): Promise<number> => {
  const set = { name, names: jsonb(names), price, open, settings: jsonb(settings), place }
  if (id !== undefined) {
    await tx.updateTable('variants').set(set).where('raceid', '=', raceid).where('id', '=', id).execute()
    return id
  }
  const row = await tx
    .insertInto('variants')
    .values({ raceid, goodsid, ...set })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
/** Locks all stock rows of variants, in the order in which sales lock them. */
export const lockStockOf = (tx: Tx, raceid: number, variantids: readonly number[]): Promise<StockOfVariant[]> =>
  variantids.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom('stock')
        .selectAll()
        .where('raceid', '=', raceid)
        .where('variantid', 'in', variantids)
        .orderBy('variantid')
        .orderBy('slot')
        .forUpdate()
        .execute()
export const saveStockOfVariant = async (tx: Tx, row: Omit<StockOfVariant, 'sold'>): Promise<void> => {
  const { raceid: _, variantid: __, slot: ___, ...set } = row
  await tx
    .insertInto('stock')
    .values(row)
    .onConflict((on) => on.columns(['raceid', 'variantid', 'slot']).doUpdateSet(set))
    .execute()
}
export const wasSold = async (tx: Tx, raceid: number, variantid: number, slot: string): Promise<boolean> =>
  (await tx
    .selectFrom('sold_items')
    .select('id')
    .where('raceid', '=', raceid)
    .where('variantid', '=', variantid)
    .where('slot', '=', slot)
    .limit(1)
    .executeTakeFirst()) !== undefined
export const removeStock = async (tx: Tx, raceid: number, variantid: number, slot: string): Promise<void> => {
  await tx
    .deleteFrom('stock')
    .where('raceid', '=', raceid)
    .where('variantid', '=', variantid)
    .where('slot', '=', slot)
    .execute()
}
export const removeVariant = async (tx: Tx, raceid: number, id: number): Promise<void> => {
  await tx.deleteFrom('variants').where('raceid', '=', raceid).where('id', '=', id).execute()
}
