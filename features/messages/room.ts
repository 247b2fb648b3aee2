import type { Room } from '#seam/server/room.ts'
import { jobs, sweeps } from './jobs.ts'
import { routes } from './routes.ts'
import { personal } from './personal.service.ts'
import { story } from './story.service.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'messages',
  routes,
  refusals,
  story,
  jobs,
  sweeps,
  personal,
}
