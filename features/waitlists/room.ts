import type { Room } from '#seam/server/room.ts'
import { sweeps } from './jobs.ts'
import { routes } from './routes.ts'
import { table } from './table.service.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'waitlists',
  routes,
  refusals,
  tables: [table],
  sweeps,
  configuration: { left: { waitlists: 'one is opened once the places are gone' } },
}
