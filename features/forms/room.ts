import type { Room } from '#seam/server/room.ts'
import { routes } from './routes.ts'

export const room: Room = {
  name: 'forms',
  routes,
  configuration: {
    // Fields that no event of the copy asks stay behind, because their answers do.
    copied: { own_fields: { part: 'form', row: (row) => (row.retired_at === null ? row : undefined) } },
  },
}
