import type { Room } from '#seam/server/room.ts'
import { jobs } from './jobs.ts'
import { banList } from './lists.service.ts'
import { routes } from './routes.ts'
import { table } from './table.service.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'bans',
  routes,
  refusals,
  jobs,
  imports: [banList],
  tables: [table],
  configuration: { left: { bans: 'a ban has its own days, and one for every race counts in the next race too' } },
}
