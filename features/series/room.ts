import type { Room } from '#seam/server/room.ts'
import { jobs } from './jobs.ts'
import { personal } from './personal.service.ts'
import { routes } from './routes.ts'
import { refusals } from './words.ts'

export const room: Room = { name: 'series', routes, refusals, personal, jobs }
