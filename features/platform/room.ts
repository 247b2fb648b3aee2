import { nameOfPlatform } from '#features/staff/second/service.ts'
import type { Room } from '#seam/server/room.ts'
import { rawRoutes, routes } from './routes.ts'
import { platformName } from './service.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'platform',
  routes,
  rawRoutes,
  refusals,
  provides: [nameOfPlatform.from(platformName)],
}
