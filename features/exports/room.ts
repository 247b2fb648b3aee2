import type { Room } from '#seam/server/room.ts'
import { rawRoutes, routes } from './routes.ts'
import { routes as views } from './views/views.routes.ts'
import { viewRefusals } from './views/views.words.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'exports',
  routes: [...routes, ...views],
  rawRoutes,
  refusals: { ...refusals, ...viewRefusals },
  configuration: {
    copied: {
      table_layouts: { part: 'rules', numbered: 'unnoted' },
      table_views: { part: 'rules', numbered: 'unnoted' },
    },
  },
}
