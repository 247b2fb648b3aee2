import type { Room } from '#seam/server/room.ts'
import { routes } from './routes.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'notices',
  routes,
  refusals,
  configuration: { left: { notices: 'an article tells of its own year' } },
}
