import { gpxName, guidebookFile } from './service.ts'
import type { Room } from '#seam/server/room.ts'
import { rawRoutes, routes } from './routes.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'courses',
  routes,
  rawRoutes,
  refusals,
  configuration: {
    copied: {
      courses: { part: 'events', bytes: gpxName },
      guidebooks: { part: 'menu', bytes: guidebookFile },
    },
  },
}
