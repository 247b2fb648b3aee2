import { selling } from '#features/orders/service.ts'
import type { Room } from '#seam/server/room.ts'
import { checklist } from './checklist.service.ts'
import { routes } from './routes.ts'
import { postageSold } from './service.ts'
import { personal } from './personal.service.ts'
import { story } from './story.service.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'postage',
  checklist,
  routes,
  refusals,
  story,
  provides: [selling('postage', postageSold)],
  personal,
  configuration: { copied: { postage_settings: { part: 'rules', row: (row) => ({ ...row, open: false }) } } },
}
