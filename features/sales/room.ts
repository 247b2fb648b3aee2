import type { Room } from '#seam/server/room.ts'
import { personal } from './personal.service.ts'
import { routes } from './routes.ts'
import { refusals } from './words.ts'

/** A copy keeps the kinds of the race, closed and unsold. */
export const room: Room = {
  name: 'sales',
  routes,
  refusals,
  personal,
  configuration: {
    copied: {
      goods: { part: 'rules', row: (row) => ({ ...row, open: false }) },
      variants: { part: 'rules' },
      stock: { part: 'rules', row: (row) => ({ ...row, sold: 0 }) },
    },
  },
}
