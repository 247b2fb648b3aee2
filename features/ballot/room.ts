import { eventBallots } from '#features/registrations/public.store.ts'
import type { Room } from '#seam/server/room.ts'
import { jobs, sweeps } from './jobs.ts'
import { ballotRows } from './public.store.ts'
import { rawRoutes, routes } from './routes.ts'
import { story } from './story.service.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'ballot',
  routes,
  rawRoutes,
  refusals,
  story,
  jobs,
  sweeps,
  provides: [eventBallots.from(ballotRows)],
}
