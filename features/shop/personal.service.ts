import { text } from '#contract/words.ts'
import { raceScope } from '#db/sealing/seal.ts'
import type { Personal, PersonalCopy } from '#seam/server/personal.ts'
import { bookAddressesOf } from './addresses/addresses.service.ts'
import { contactOf } from './orders/orders.service.ts'
import {
  adoptShop,
  countShopAddresses,
  countUnsent,
  countedAddresses,
  eraseShopOf,
  eraseShopOfErased,
  eraseShopOfRace,
  listHeldCoupons,
  listHeldShopOrders,
  listHeldShopReturns,
} from './personal.store.ts'

const ordersIn = async ({ db, seal }: PersonalCopy, uid: number) => {
  const rows = await listHeldShopOrders(db, uid)
  for (const raceid of new Set(rows.map((row) => row.raceid))) await seal.prepare(raceScope(raceid))
  return rows.map((row) => ({ ...row, contact: contactOf(seal, row) }))
}
/** The shop stores addresses: the address book of an account, and one address with each order that is sent. */
export const personal: Personal = {
  tables: ['shop_orders', 'shop_returns', 'coupons', 'addresses'],
  merge: { tables: ['shop_orders', 'shop_returns', 'coupons', 'addresses'], adopt: adoptShop },
  counted: { addresses: countedAddresses },
  copy: {
    ofAccount: async (working, { uid }) => ({
      addresses: (await bookAddressesOf(working.db, working.seal, uid)).map(({ _key, ...address }) => address),
      shop_orders: await ordersIn(working, uid),
      shop_returns: await listHeldShopReturns(working.db, uid),
      coupons: await listHeldCoupons(working.db, uid),
    }),
  },
  erase: { account: eraseShopOf },
  unsent: {
    list: async (db, { uid, registrationid }) =>
      registrationid === undefined
        ? (await countUnsent(db, uid)).map(({ raceid, n }) => ({
            raceid,
            name: text(`${n} 个商城订单`, `${n} 筆商城訂單`, n === 1 ? 'shop order' : `${n} shop orders`),
          }))
        : [],
    eraseDone: eraseShopOfErased,
  },
  retention: {
    settled: { contact: eraseShopOfRace },
    remaining: async (db, raceid) => ({ contact: await countShopAddresses(db, raceid) }),
  },
}
