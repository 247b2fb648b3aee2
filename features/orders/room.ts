import type { Room } from '#seam/server/room.ts'
import { routes } from './routes.ts'
import { personal } from './personal.service.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'orders',
  routes,
  refusals,
  personal,
}
