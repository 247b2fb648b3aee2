import { staffOfSessions } from '#db/sessions.ts'
import type { Parts } from '#seam/server/handle.ts'
import type { Room } from '#seam/server/room.ts'
import { roleRows, staffRows } from './public.store.ts'
import { routes } from './routes.ts'
import { ownerLink } from './service.ts'
import { personal } from './personal.service.ts'
import { table } from './table.service.ts'
import { refusals } from './words.ts'

const ownerLines = async (parts: Parts): Promise<string[]> => {
  const link = await ownerLink(parts)
  return link === undefined
    ? []
    : [`The console has no owner yet. Whoever opens this link within 24 hours becomes it: ${link}`]
}

export const room: Room = {
  name: 'staff',
  routes,
  refusals,
  tables: [table],
  started: ownerLines,
  provides: [staffOfSessions.from({ staff: staffRows, roles: roleRows })],
  personal,
  configuration: { copied: { staff_roles: { part: 'staff' } }, kept: { log: 'who deleted the race stands in it' } },
}
