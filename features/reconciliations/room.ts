import { statementLines } from '#features/payments/public.store.ts'
import type { Room } from '#seam/server/room.ts'
import { jobs } from './jobs.ts'
import { lineRows } from './public.store.ts'
import { routes as drawerRoutes } from './drawers/drawers.routes.ts'
import { drawerRefusals } from './drawers/drawers.words.ts'
import { routes } from './routes.ts'
import { uploadRoutes } from './upload.routes.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'reconciliations',
  routes: [...routes, ...uploadRoutes, ...drawerRoutes],
  refusals: { ...refusals, ...drawerRefusals },
  jobs,
  provides: [statementLines.from(lineRows)],
}
