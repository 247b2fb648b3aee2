import { namingBuyers } from '#features/orders/buyers.service.ts'
import { sellingGoods } from '#features/sales/hooks.service.ts'
import type { Room } from '#seam/server/room.ts'
import { checklist } from './checklist.service.ts'
import { hooks } from './kinds.service.ts'
import { personal } from './personal.service.ts'
import { holderNames } from './public.store.ts'
import { routes } from './routes.ts'
import { table } from './table.service.ts'
import { TICKETS } from './tickets.service.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'tickets',
  checklist,
  routes,
  refusals,
  personal,
  tables: [table],
  provides: [sellingGoods(TICKETS, hooks), namingBuyers(TICKETS, holderNames)],
  configuration: { left: { ticket_keys: 'each race signs with a key of its own' } },
}
