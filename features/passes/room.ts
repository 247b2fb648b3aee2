import type { Room } from '#seam/server/room.ts'
import { personal } from './personal.service.ts'
import { rawRoutes, routes } from './routes.ts'
import { sweeps } from './updates/jobs.ts'

/**
 * The server makes a file when somebody opens its address, from the ticket or the registration as it is then. The room
 * keeps only the passes that may lie in a wallet, so that the server can change these passes too.
 */
export const room: Room = { name: 'passes', routes, rawRoutes, personal, sweeps }
