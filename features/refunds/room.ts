import { refundRequests } from '#features/registrations/public.store.ts'
import type { Room } from '#seam/server/room.ts'
import { bulk } from './bulk/bulk.service.ts'
import { jobs, sweeps } from './jobs.ts'
import { requestRows } from './public.store.ts'
import { routes } from './routes.ts'
import { personal } from './personal.service.ts'
import { table } from './table.service.ts'
import { story } from './story/story.service.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'refunds',
  routes,
  refusals,
  story,
  tables: [table],
  bulk,
  jobs,
  sweeps,
  provides: [refundRequests.from(requestRows)],
  personal,
}
