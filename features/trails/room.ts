import type { Room } from '#seam/server/room.ts'
import { sweeps } from './jobs.ts'
import { personal } from './personal.service.ts'
import { routes } from './routes.ts'
import { tables } from './table.service.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'trails',
  routes,
  refusals,
  sweeps,
  tables,
  personal,
  configuration: {
    copied: {
      // The points of a trail may have moved since the last edition, so the copy is a draft until staff have checked
      // it.
      trails: { part: 'events', numbered: 'unnoted', row: (row) => ({ ...row, published_at: null }) },
      trail_points: {
        part: 'events',
        row: (row, { ids }) => {
          const trailid = ids.trails?.get(Number(row.trailid))
          return trailid === undefined ? undefined : { ...row, trailid }
        },
      },
    },
  },
}
