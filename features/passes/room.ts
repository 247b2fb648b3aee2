import type { Room } from '#seam/server/room.ts'
import { personal } from './personal.service.ts'
import { rawRoutes, routes } from './routes.ts'
import { sweeps } from './updates/jobs.ts'

/**
 * Every file is made from the tickets and registrations as they are at that moment. The room keeps only the passes that
 * lie in a wallet, so that the server can change these passes too.
 */
export const room: Room = { name: 'passes', routes, rawRoutes, personal, sweeps }
