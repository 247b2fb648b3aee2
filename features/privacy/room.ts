import type { Room } from '#seam/server/room.ts'
import { jobs } from './jobs.ts'
import { rawRoutes, routes } from './routes.ts'
import { personal } from './personal.service.ts'
import { story } from './story.service.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'privacy',
  routes,
  rawRoutes,
  refusals,
  story,
  jobs,
  personal,
  configuration: { copied: { retention: { part: 'rules' } }, left: { retention_runs: 'how far a night got' } },
}
