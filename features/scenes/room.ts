import { sceneLink } from '#features/codes/public.store.ts'
import type { Room } from '#seam/server/room.ts'
import { rawRoutes } from './console.routes.ts'
import { routes } from './routes.ts'
import { linkBehind } from './service.ts'
import { table } from './table.service.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'scenes',
  routes,
  rawRoutes,
  refusals,
  tables: [table],
  provides: [sceneLink.from(linkBehind)],
  configuration: {
    left: { scenes: 'a code hangs on the walls of one edition', scene_days: 'scans of these codes' },
  },
}
