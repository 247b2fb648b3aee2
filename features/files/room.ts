import { publicName } from './rules.ts'
import type { Room } from '#seam/server/room.ts'
import { rawRoutes, routes } from './routes.ts'
import { personal } from './personal.service.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'files',
  routes,
  rawRoutes,
  refusals,
  personal,
  configuration: {
    copied: {
      files: {
        part: 'always',
        row: (row, { pictures }) => (row.private !== true && pictures.has(String(row.hash)) ? row : undefined),
        bytes: publicName,
      },
    },
    last: true,
  },
}
