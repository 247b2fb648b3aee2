import type { Room } from '#seam/server/room.ts'
import { routes } from './routes.ts'

export const room: Room = {
  name: 'forms',
  routes,
  configuration: {
    // A copied race leaves out fields that no event asks, because the copied race has no answers to them.
    copied: { own_fields: { part: 'form', row: (row) => (row.retired_at === null ? row : undefined) } },
  },
}
