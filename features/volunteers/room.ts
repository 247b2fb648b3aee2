import type { Room } from '#seam/server/room.ts'
import { volunteerList } from './lists.service.ts'
import { routes } from './routes.ts'
import { personal } from './personal.service.ts'
import { table } from './table.service.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'volunteers',
  routes,
  refusals,
  tables: [table],
  imports: [volunteerList],
  personal,
}
