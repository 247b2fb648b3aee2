import type { Room } from '#seam/server/room.ts'
import { closeOverviews } from './live.service.ts'
import { rawRoutes, routes } from './routes.ts'

export const room: Room = {
  name: 'overview',
  routes,
  rawRoutes,
  closing: closeOverviews,
}
