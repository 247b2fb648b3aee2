import { copiedEvent } from './drafts.rules.ts'
import type { Room } from '#seam/server/room.ts'
import { routes } from './routes.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'events',
  routes,
  refusals,
  configuration: {
    copied: {
      events: { part: 'events', row: copiedEvent },
      counters: { part: 'events', row: (row) => ({ ...row, taken: 0 }) },
    },
  },
}
