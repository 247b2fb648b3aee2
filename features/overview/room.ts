import { raceLacks } from '#features/races/publishing.service.ts'
import { refusal } from '#contract/words.ts'
import { adoptStaff, unbindAccount } from './managed/managed.store.ts'
import { managedRoutes } from './managed/managed.routes.ts'
import type { Room } from '#seam/server/room.ts'
import { closeOverviews } from './live.service.ts'
import { rawRoutes, routes } from './routes.ts'
import { lacksOfRace } from './service.ts'

export const room: Room = {
  name: 'overview',
  routes: [...routes, ...managedRoutes],
  rawRoutes,
  refusals: {
    staff_link_over: refusal(
      '409',
      '链接已失效，请在后台重新生成',
      '連結已失效，請在後台重新產生',
      'This link has ended. Make a new one in the console',
    ),
  },
  personal: {
    tables: ['staff_accounts'],
    merge: { tables: ['staff_accounts'], adopt: adoptStaff },
    erase: { account: unbindAccount },
  },
  provides: [raceLacks.from(lacksOfRace)],
  closing: closeOverviews,
}
