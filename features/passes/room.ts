import type { Room } from '#seam/server/room.ts'
import { rawRoutes, routes } from './routes.ts'

/** The room keeps nothing: every file is made from the tickets and registrations as they are at that moment. */
export const room: Room = { name: 'passes', routes, rawRoutes }
