import type { Room } from '#seam/server/room.ts'
import { routes } from './routes.ts'
import { personal } from './personal.service.ts'
import { table } from './table.service.ts'
import { story } from './story.service.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'orders',
  routes,
  refusals,
  story,
  tables: [table],
  personal,
}
