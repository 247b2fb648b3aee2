import type { Room } from '#seam/server/room.ts'
import { rawRoutes } from './films.routes.ts'
import { sweeps } from './jobs.ts'
import { personal } from './personal.service.ts'
import { routes } from './routes.ts'
import { closeFeeds } from './stream.service.ts'
import { table } from './table.service.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'feed',
  routes,
  rawRoutes,
  refusals,
  sweeps,
  tables: [table],
  personal,
  configuration: {
    copied: {
      // The copy has another race day, so its feed is closed until staff open it.
      feed_settings: { part: 'events', row: (row) => ({ ...row, open: false, version: 0 }) },
    },
  },
  closing: closeFeeds,
}
