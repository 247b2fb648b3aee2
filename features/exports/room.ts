import type { Room } from '#seam/server/room.ts'
import { rawRoutes, routes } from './routes.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'exports',
  routes,
  rawRoutes,
  refusals,
  configuration: { copied: { table_layouts: { part: 'rules', numbered: 'unnoted' } } },
}
