import type { Room } from '#seam/server/room.ts'
import { checklist } from './checklist.service.ts'
import { sweeps } from './jobs.ts'
import { personal } from './personal.service.ts'
import { routes } from './routes.ts'
import { tables } from './table.service.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'challenges',
  checklist,
  routes,
  refusals,
  sweeps,
  tables,
  personal,
  // The days of a challenge belong to one year, so the copy is a draft until staff have set new days.
  configuration: {
    copied: {
      challenges: { part: 'events', numbered: 'unnoted', row: (row) => ({ ...row, published_at: null }) },
    },
  },
}
