import type { Room } from '#seam/server/room.ts'
import { sweeps } from './jobs.ts'
import { personal } from './personal.service.ts'
import { routes } from './routes.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'waitingrooms',
  routes,
  refusals,
  sweeps,
  personal,
  configuration: {
    copied: {
      waiting_rooms: { part: 'rules', row: (row) => ({ ...row, drawn_at: null, seed: null, early: 0, next: 1 }) },
    },
  },
}
