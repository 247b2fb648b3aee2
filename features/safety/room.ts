import type { Room } from '#seam/server/room.ts'
import { routes } from './routes.ts'
import { broadcastJob } from './sending.service.ts'
import { refusals } from './words.ts'

export const room: Room = { name: 'safety', routes, refusals, jobs: [broadcastJob] }
