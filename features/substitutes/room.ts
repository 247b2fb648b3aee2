import type { Room } from '#seam/server/room.ts'
import { jobs } from './jobs.ts'
import { routes } from './routes.ts'
import { table } from './table.service.ts'
import { refusals } from './words.ts'

export const room: Room = { name: 'substitutes', routes, refusals, jobs, tables: [table] }
