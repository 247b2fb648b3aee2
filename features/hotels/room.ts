import { namingBuyers } from '#features/orders/buyers.service.ts'
import { sellingGoods } from '#features/sales/hooks.service.ts'
import type { Room } from '#seam/server/room.ts'
import { checklist } from './checklist/checklist.service.ts'
import { jobs } from './jobs.ts'
import { HOTELS } from './hotels.service.ts'
import { personal } from './personal.service.ts'
import { guestNames } from './public.store.ts'
import { routes } from './routes.ts'
import { hooks } from './stays.service.ts'
import { table } from './table.service.ts'
import { story } from './story.service.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'hotels',
  checklist,
  routes,
  refusals,
  personal,
  story,
  jobs,
  tables: [table],
  provides: [sellingGoods(HOTELS, hooks), namingBuyers(HOTELS, guestNames)],
  configuration: {
    copied: { hotel_places: { part: 'rules' } },
    left: { hotel_clerks: 'a clerk serves the hotels of one edition' },
  },
}
