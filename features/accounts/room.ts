import type { Room } from '#seam/server/room.ts'
import { jobs, sweeps } from './jobs.ts'
import { routes } from './routes.ts'
import { rawRoutes } from './webview.routes.ts'
import { personal } from './personal.service.ts'
import { refusals } from './words.ts'
import { staffInvitation } from '#features/staff/service.ts'
import { invitation } from './invitations.service.ts'

export const room: Room = {
  name: 'accounts',
  routes,
  rawRoutes,
  refusals,
  jobs,
  sweeps,
  personal,
  provides: [staffInvitation.from(invitation)],
}
