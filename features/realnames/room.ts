import type { Room } from '#seam/server/room.ts'
import { jobs, sweeps } from './jobs.ts'
import { personal } from './personal.service.ts'
import { routes } from './routes.ts'
import { table } from './table.service.ts'
import { refusals } from './words.ts'

export const room: Room = { name: 'realnames', routes, refusals, jobs, sweeps, tables: [table], personal }
