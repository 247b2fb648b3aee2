import { bibList } from './lists.service.ts'
import type { Room } from '#seam/server/room.ts'
import { bulk } from './bulk.service.ts'
import { routes } from './routes.ts'
import { table } from './table.service.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'bibs',
  imports: [bibList],
  routes,
  refusals,
  tables: [table],
  bulk,
}
