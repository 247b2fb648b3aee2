import { staffOfSessions } from '#db/sessions.ts'
import type { CopiedTable } from '#seam/server/configuration.ts'
import type { Parts } from '#seam/server/handle.ts'
import type { Room } from '#seam/server/room.ts'
import { roleRows, staffRows } from './public.store.ts'
import { roleRoutes } from './roles.routes.ts'
import { profileRoutes } from './second/profile.routes.ts'
import { secondRoutes } from './second/routes.ts'
import { refusals as secondRefusals } from './second/words.ts'
import { routes } from './routes.ts'
import { ownerLink } from './service.ts'
import { personal } from './personal.service.ts'
import { table } from './table.service.ts'
import { story } from './story.service.ts'
import { refusals } from './words.ts'

const ownerLines = async (parts: Parts): Promise<string[]> => {
  const link = await ownerLink(parts)
  return link === undefined
    ? []
    : [`The console has no owner yet. The first person who opens this link within 24 hours becomes its owner: ${link}`]
}

/**
 * Copies a held role for the next edition. A person who held one of the former race's own roles holds the copy of this
 * role.
 */
const withOwnRole: NonNullable<CopiedTable['row']> = (row, { ids }) => {
  const own = /^own:(\d+)$/.exec(String(row.role))?.[1]
  return own === undefined ? row : { ...row, role: `own:${ids.own_roles?.get(Number(own))}` }
}

export const room: Room = {
  name: 'staff',
  routes: [...routes, ...roleRoutes, ...secondRoutes, ...profileRoutes],
  refusals: { ...refusals, ...secondRefusals },
  story,
  tables: [table],
  started: ownerLines,
  provides: [staffOfSessions.from({ staff: staffRows, roles: roleRows })],
  personal,
  configuration: {
    copied: { own_roles: { part: 'staff', numbered: 'unnoted' }, staff_roles: { part: 'staff', row: withOwnRole } },
    kept: { log: 'who deleted the race stands in it' },
  },
}
