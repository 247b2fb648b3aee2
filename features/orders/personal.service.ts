import type { Personal } from '#seam/server/personal.ts'
import { adoptOrders, countedOrders, eraseBuyer, eraseBuyersOf, hasOrders, listHeldOrders } from './personal.store.ts'

export const personal: Personal = {
  tables: ['orders'],
  merge: { tables: ['orders'], counted: { orders: countedOrders }, adopt: adoptOrders },
  holds: hasOrders,
  copy: { ofAccount: async ({ db }, { uid }) => ({ orders: await listHeldOrders(db, uid) }) },
  erase: {
    registration: async (tx, { raceid, orderid }) => {
      if (orderid !== null) await eraseBuyer(tx, raceid, orderid)
    },
    account: eraseBuyersOf,
  },
}
