import type { Room } from '#seam/server/room.ts'
import { jobs } from './jobs.ts'
import { personal } from './personal.service.ts'
import { routes } from './routes.ts'
import { table } from './table.service.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'webhooks',
  routes,
  refusals,
  jobs,
  personal,
  tables: [table],
  configuration: {
    left: {
      webhooks: 'an address and its secret are set for one edition',
      webhook_deliveries: 'messages of one edition',
    },
  },
}
