import { gunOfRunner } from '#features/results/report/laterRooms.service.ts'
import type { Room } from '#seam/server/room.ts'
import { sweeps } from './jobs.ts'
import { closeLive } from './live/live.service.ts'
import { rawRoutes, routes } from './routes.ts'
import { gunFor } from './service.ts'
import { personal } from './personal.service.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'timing',
  routes,
  rawRoutes,
  refusals,
  sweeps,
  closing: closeLive,
  provides: [gunOfRunner.from(gunFor)],
  personal,
}
