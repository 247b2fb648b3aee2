import { raceLacks } from '#features/races/publishing.service.ts'
import type { Room } from '#seam/server/room.ts'
import { closeOverviews } from './live.service.ts'
import { rawRoutes, routes } from './routes.ts'
import { lacksOf } from './service.ts'

export const room: Room = {
  name: 'overview',
  routes,
  rawRoutes,
  provides: [raceLacks.from(lacksOf)],
  closing: closeOverviews,
}
