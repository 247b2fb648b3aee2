import type { Room } from '#seam/server/room.ts'
import { rawRoutes, routes } from './routes.ts'
import { personal } from './personal.service.ts'
import { story } from './story.service.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'invoices',
  routes,
  rawRoutes,
  refusals,
  story,
  personal,
}
