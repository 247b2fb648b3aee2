import { invitationList } from './lists.service.ts'
import type { Room } from '#seam/server/room.ts'
import { ledgerRoutes } from './ledger/routes.ts'
import { routes } from './routes.ts'
import { table } from './table.service.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'invitations',
  imports: [invitationList],
  routes: [...routes, ...ledgerRoutes],
  refusals,
  tables: [table],
  configuration: { left: { invitations: 'a code is given to somebody for one race' } },
}
