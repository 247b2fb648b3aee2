import { invitationList } from './lists.service.ts'
import type { Room } from '#seam/server/room.ts'
import { routes } from './routes.ts'
import { table } from './table.service.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'invitations',
  imports: [invitationList],
  routes,
  refusals,
  tables: [table],
  configuration: { left: { invitations: 'a code is given to somebody for one race' } },
}
