import { followPosters } from './copied.service.ts'
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
  configuration: {
    copied: { posters: { part: 'posters', numbered: 'poster', row: (row) => ({ ...row, published_at: null }) } },
    finish: followPosters,
  },
}
