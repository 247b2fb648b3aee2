import type { Room } from '#seam/server/room.ts'
import { checklist } from './checklist/checklist.service.ts'
import { portraitRoutes } from './portrait/portrait.routes.ts'
import { routes } from './routes.ts'
import { handoutTable } from './figures/table.service.ts'
import { labelTable, listTable } from './print/table.service.ts'
import { personal } from './personal.service.ts'
import { story } from './story.service.ts'
import { faceRawRoutes } from './face/face.routes.ts'
import { faceRefusals } from './face/face.words.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'desks',
  checklist,
  routes,
  rawRoutes: [...portraitRoutes, ...faceRawRoutes],
  refusals: { ...refusals, ...faceRefusals },
  story,
  personal,
  tables: [handoutTable, labelTable, listTable],
  configuration: {
    copied: { desks: { part: 'rules' } },
    left: {
      desk_devices: 'a device is let in by a key of its own',
      desk_stock: 'the shirts of one edition',
    },
  },
}
