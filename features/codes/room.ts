import type { Room } from '#seam/server/room.ts'
import { sweeps } from './jobs.ts'
import { rawRoutes, routes } from './routes.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'codes',
  routes,
  rawRoutes,
  refusals,
  sweeps,
  configuration: {
    left: { app_codes: 'a code opens a page of its own race', brief_pictures: 'pictures of a few minutes' },
  },
}
