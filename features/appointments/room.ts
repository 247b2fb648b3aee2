import type { Room } from '#seam/server/room.ts'
import { checklist } from './checklist.service.ts'
import { sweeps } from './jobs.ts'
import { routes } from './routes.ts'
import { table } from './table.service.ts'
import { story } from './story.service.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'appointments',
  checklist,
  routes,
  refusals,
  story,
  tables: [table],
  sweeps,
  configuration: {
    copied: { appointment_slots: { part: 'rules', numbered: 'unnoted', row: (row) => ({ ...row, taken: 0 }) } },
  },
}
