import type { Room } from '#seam/server/room.ts'
import { sweeps } from './jobs.ts'
import { routes } from './routes.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'appointments',
  routes,
  refusals,
  sweeps,
}
