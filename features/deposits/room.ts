import { sellingGoods } from '#features/sales/hooks.service.ts'
import type { Room } from '#seam/server/room.ts'
import { checklist } from './checklist.service.ts'
import { DEPOSITS, hooks } from './deposits.service.ts'
import { personal } from './personal.service.ts'
import { routes } from './routes.ts'
import { story } from './story.service.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'deposits',
  checklist,
  routes,
  refusals,
  personal,
  story,
  provides: [sellingGoods(DEPOSITS, hooks)],
}
