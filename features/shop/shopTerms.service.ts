import type { Tx } from '#db/db.ts'
import { saveBatch } from './coupons/coupons.store.ts'
import type { ShopSettings } from './orders/orders.contract.ts'
import { saveShop } from './settings.store.ts'

export const offerShop = (tx: Tx, raceid: number, settings: ShopSettings, now: Date): Promise<void> =>
  saveShop(tx, raceid, settings, now)
/** Makes a batch of coupons, and returns the number of the batch. */
export const offerCoupons = (tx: Tx, raceid: number, batch: Parameters<typeof saveBatch>[3], now: Date) =>
  saveBatch(tx, raceid, undefined, batch, now)
