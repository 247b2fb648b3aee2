import type { Room } from '#seam/server/room.ts'
import { rawRoutes, routes } from './routes.ts'
import { routes as views } from './views/views.routes.ts'
import { viewRefusals } from './views/views.words.ts'
import { jobs, sweeps } from './schedules/schedules.jobs.ts'
import { rawRoutes as ofSchedules, routes as schedules } from './schedules/schedules.routes.ts'
import { scheduleRefusals } from './schedules/schedules.words.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'exports',
  routes: [...routes, ...views, ...schedules],
  rawRoutes: [...rawRoutes, ...ofSchedules],
  jobs,
  sweeps,
  refusals: { ...refusals, ...viewRefusals, ...scheduleRefusals },
  configuration: {
    left: { table_schedules: 'made for the staff of one race' },
    copied: {
      table_layouts: { part: 'rules', numbered: 'unnoted' },
      table_views: { part: 'rules', numbered: 'unnoted' },
    },
  },
}
