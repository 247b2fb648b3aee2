import type { Room } from '#seam/server/room.ts'
import { endDuePlans } from './ending.service.ts'
import { newsJob } from './news.service.ts'
import { routes } from './routes.ts'
import { story } from './story.service.ts'
import { table } from './table.service.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'disruptions',
  routes,
  refusals,
  story,
  tables: [table],
  jobs: [newsJob],
  sweeps: [{ name: 'disruptions_due', everySeconds: 20, run: (working) => endDuePlans(working, working.now) }],
}
