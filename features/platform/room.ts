import type { Room } from '#seam/server/room.ts'
import { rawRoutes, routes } from './routes.ts'
import { refusals } from './words.ts'

export const room: Room = { name: 'platform', routes, rawRoutes, refusals }
