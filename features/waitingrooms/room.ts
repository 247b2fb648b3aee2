import type { Room } from '#seam/server/room.ts'
import { sweeps } from './jobs.ts'
import { routes } from './routes.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'waitingrooms',
  routes,
  refusals,
  sweeps,
  configuration: {
    copied: {
      waiting_rooms: { part: 'rules', row: (row) => ({ ...row, drawn_at: null, seed: null, early: 0, next: 1 }) },
    },
  },
}
