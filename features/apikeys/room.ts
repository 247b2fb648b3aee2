import type { Room } from '#seam/server/room.ts'
import { routes } from './routes.ts'
import { table } from './table.service.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'apikeys',
  routes,
  refusals,
  tables: [table],
  configuration: { left: { api_keys: 'a key is made anew for each race, because its holder keeps it' } },
}
