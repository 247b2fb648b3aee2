import type { Room } from '#seam/server/room.ts'
import { routes } from './routes.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'imports',
  routes,
  refusals,
  configuration: { left: { import_mappings: 'the columns of a file, known again by a key of its race' } },
}
