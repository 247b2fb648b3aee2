import type { Room } from '#seam/server/room.ts'
import { sweeps } from './jobs.ts'
import { personal } from './personal.service.ts'
import { rawRoutes, routes } from './routes.ts'
import { refusals } from './words.ts'

export const room: Room = { name: 'wechatnotices', routes, rawRoutes, refusals, sweeps, personal }
