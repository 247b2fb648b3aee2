import { copiedEvent } from './drafts.rules.ts'
import type { Room } from '#seam/server/room.ts'
import { eventsMove } from '#features/races/publishing.service.ts'
import { moveEvents } from './moving.service.ts'
import { readGauges } from './service.ts'
import { routes } from './routes.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'events',
  routes,
  refusals,
  gauges: readGauges,
  configuration: {
    copied: {
      events: { part: 'events', row: copiedEvent },
      counters: { part: 'events', row: (row) => ({ ...row, taken: 0 }) },
    },
  },
  provides: [eventsMove.from(moveEvents)],
}
