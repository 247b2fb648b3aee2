import { posterOffered } from '#features/results/report/laterRooms.service.ts'
import type { Room } from '#seam/server/room.ts'
import { routes } from './routes.ts'
import { posteridOf } from './service.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'posters',
  routes,
  refusals,
  provides: [posterOffered.from(posteridOf)],
}
