import type { Room } from '#seam/server/room.ts'
import { jobs } from './jobs.ts'
import { personal } from './personal.service.ts'
import { readers } from './readers.service.ts'
import { routes } from './routes.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'announcements',
  routes,
  refusals,
  jobs,
  tables: [readers],
  personal,
  configuration: { copied: { announcement_templates: { part: 'articles', numbered: 'unnoted' } } },
}
