import { photoListImport } from './bibs/lists.service.ts'
import type { Room } from '#seam/server/room.ts'
import { jobs, sweeps } from './jobs.ts'
import { routes } from './routes.ts'
import { rawRoutes } from './turning/turning.routes.ts'
import { personal } from './personal.service.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'photos',
  imports: [photoListImport],
  routes,
  rawRoutes,
  refusals,
  jobs,
  sweeps,
  personal,
  configuration: { left: { albums: 'photos are of their own day' } },
}
