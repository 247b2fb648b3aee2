import { hallIsOpen } from '#features/finder/laterRooms.service.ts'
import type { Room } from '#seam/server/room.ts'
import { sweeps } from './jobs.ts'
import { closeHall } from './live.service.ts'
import { rawRoutes, routes } from './routes.ts'
import { isHallOpen } from './service.ts'
import { story } from './story.service.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'hall',
  routes,
  rawRoutes,
  refusals,
  story,
  sweeps,
  closing: closeHall,
  provides: [hallIsOpen.from(isHallOpen)],
  configuration: {
    copied: { halls: { part: 'stations' } },
    left: { hall_stations: 'a screen or printer is let in by a key of its own' },
  },
}
