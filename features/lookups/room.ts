import type { Room } from '#seam/server/room.ts'
import { routes } from './routes.ts'
import { personal } from './personal.service.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'lookups',
  routes,
  refusals,
  personal,
  configuration: { left: { games: 'an activity has its own runners' } },
}
