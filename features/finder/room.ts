import type { Room } from '#seam/server/room.ts'
import { rawRoutes } from './calendar.routes.ts'
import { routes } from './routes.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'finder',
  routes,
  rawRoutes,
  refusals,
}
