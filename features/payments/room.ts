import { moneyOfOrder, orderBooks } from '#features/orders/public.store.ts'
import type { Room } from '#seam/server/room.ts'
import { routes } from './channels/channels.routes.ts'
import { jobs, sweeps } from './jobs.ts'
import { personal } from './personal.service.ts'
import { bookRows } from './public.store.ts'
import { rawRoutes } from './routes.ts'
import { sandboxLines } from './service.ts'
import { listMoneyOfOrder } from './statementLines.store.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'payments',
  routes,
  rawRoutes,
  refusals,
  jobs,
  sweeps,
  personal,
  started: sandboxLines,
  provides: [orderBooks.from(bookRows), moneyOfOrder.from(listMoneyOfOrder)],
}
