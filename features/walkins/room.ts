import type { Room } from '#seam/server/room.ts'
import { routes } from './routes.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'walkins',
  routes,
  refusals,
  configuration: { copied: { walkin_ranges: { part: 'rules' } } },
}
