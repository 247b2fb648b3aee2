import { bibList } from './lists.service.ts'
import type { Room } from '#seam/server/room.ts'
import { bulk } from './bulk.service.ts'
import { personal } from './personal.service.ts'
import { routes } from './routes.ts'
import { routes as runs } from './runs/runs.routes.ts'
import { runRefusals } from './runs/runs.words.ts'
import { story } from './runs/story.service.ts'
import { table } from './table.service.ts'
import { vipList } from './vip/list.service.ts'
import { routes as vips } from './vip/vip.routes.ts'
import { vipRefusals } from './vip/vip.words.ts'
import { printTable } from './print/table.service.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'bibs',
  imports: [bibList, vipList],
  routes: [...routes, ...runs, ...vips],
  refusals: { ...refusals, ...runRefusals, ...vipRefusals },
  tables: [table, printTable],
  bulk,
  personal,
  story,
}
