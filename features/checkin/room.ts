import type { Room } from '#seam/server/room.ts'
import { checklist } from './checklist.service.ts'
import { routes } from './routes.ts'
import { personal } from './personal.service.ts'
import { story } from './story.service.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'checkin',
  checklist,
  routes,
  refusals,
  story,
  personal,
  configuration: {
    copied: {
      declarations: { part: 'rules', numbered: 'unnoted' },
      packages: { part: 'rules', numbered: 'unnoted' },
      gear: { part: 'rules', numbered: 'unnoted' },
    },
  },
}
