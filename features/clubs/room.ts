import type { Room } from '#seam/server/room.ts'
import { checklist } from './checklist.service.ts'
import { sweeps } from './jobs.ts'
import { personal } from './personal.service.ts'
import { routes } from './routes.ts'
import { table } from './table.service.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'clubs',
  routes,
  refusals,
  checklist,
  sweeps,
  tables: [table],
  personal,
  configuration: {
    left: {
      clubs: 'a club is given places of one race',
      club_quotas: 'the places of a club are counted by an invitation of one race',
      club_invites: 'a link to lead a club of one race',
    },
  },
}
