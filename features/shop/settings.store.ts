import { type Db, type Tx, jsonb } from '#db/db.ts'
import type { ShopSettings } from './orders/orders.contract.ts'

/** Reads the terms of a race's shop. If the race has no row, it neither sends nor hands out goods. */
export const readShop = async (on: Db | Tx, raceid: number): Promise<ShopSettings> => {
  const row = await on
    .selectFrom('shop_settings')
    .select(['places', 'carriage'])
    .where('raceid', '=', raceid)
    .executeTakeFirst()
  return (row as ShopSettings | undefined) ?? { places: [], carriage: { open: false, free_from: null, zones: [] } }
}
export const saveShop = async (
  tx: Tx,
  raceid: number,
  { places, carriage }: ShopSettings,
  now: Date,
): Promise<void> => {
  const set = { places: jsonb(places), carriage: jsonb(carriage), updated_at: now }
  await tx
    .insertInto('shop_settings')
    .values({ raceid, ...set })
    .onConflict((on) => on.column('raceid').doUpdateSet(set))
    .execute()
}
