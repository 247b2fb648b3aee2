import type { Room } from '#seam/server/room.ts'
import { jobs } from './jobs.ts'
import { routes } from './routes.ts'
import { refusals } from './words.ts'

export const room: Room = { name: 'substitutes', routes, refusals, jobs }
