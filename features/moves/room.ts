import { selling } from '#features/orders/service.ts'
import { ordersBeside } from '#features/registrations/public.store.ts'
import type { Room } from '#seam/server/room.ts'
import { bulk } from './bulk.service.ts'
import { jobs } from './jobs.ts'
import { routes } from './routes.ts'
import { moveSold } from './completing.service.ts'
import { listDifferenceOrders } from './store.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'moves',
  routes,
  refusals,
  jobs,
  bulk,
  provides: [selling('moves', moveSold), ordersBeside.from(listDifferenceOrders)],
}
