import type { Room } from '#seam/server/room.ts'
import { jobs, sweeps } from './jobs.ts'
import { personal } from './personal.service.ts'
import { rawRoutes, routes } from './routes.ts'
import { story } from './story.service.ts'
import { refusals } from './words.ts'

export const room: Room = { name: 'mail', routes, rawRoutes, refusals, jobs, sweeps, personal, story }
