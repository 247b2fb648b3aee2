import type { Room } from '#seam/server/room.ts'
import { routes } from './routes.ts'
import { table } from './table.service.ts'

export const room: Room = { name: 'accounting', routes, tables: [table] }
