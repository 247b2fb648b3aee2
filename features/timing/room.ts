import { chipsOfRunners } from '#features/desks/public.store.ts'
import { chipsByBib } from '#features/bibs/public.store.ts'
import { copiedCourse } from './course/copied.rules.ts'
import { gunOfRunner } from '#features/results/report/laterRooms.service.ts'
import { chipList } from './reads/chipList.service.ts'
import { startList } from './startlist/startList.service.ts'
import { aidTable } from './aid/table.service.ts'
import { startTable } from './startlist/startTable.service.ts'
import type { Room } from '#seam/server/room.ts'
import { sweeps } from './jobs.ts'
import { closeLive } from './live/live.service.ts'
import { rawRoutes, routes } from './routes.ts'
import { gunOfBib } from './service.ts'
import { chipRows } from './public.store.ts'
import { story } from './aid/story.service.ts'
import { personal } from './personal.service.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'timing',
  imports: [startList, chipList],
  tables: [startTable, aidTable],
  routes,
  rawRoutes,
  refusals,
  sweeps,
  closing: closeLive,
  provides: [gunOfRunner.from(gunOfBib), chipsByBib.from(chipRows), chipsOfRunners.from(chipRows)],
  personal,
  story,
  configuration: {
    copied: {
      timing_stations: { part: 'stations' },
      timing_courses: { part: 'stations', row: copiedCourse },
    },
    left: {
      timing_devices: 'a device is let in by a key of its own',
      timing_progress: 'how far reads were followed',
    },
  },
}
