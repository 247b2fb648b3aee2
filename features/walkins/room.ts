import type { Room } from '#seam/server/room.ts'
import { registrationList } from './lists.service.ts'
import { routes } from './routes.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'walkins',
  imports: [registrationList],
  routes,
  refusals,
  configuration: { copied: { walkin_ranges: { part: 'rules' } } },
}
