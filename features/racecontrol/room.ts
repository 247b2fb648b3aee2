import type { Room } from '#seam/server/room.ts'
import { incidentTable } from './incidents/table.service.ts'
import { sweeps } from './jobs.ts'
import { personal } from './personal.service.ts'
import { routes } from './routes.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'racecontrol',
  routes,
  refusals,
  tables: [incidentTable],
  personal,
  sweeps,
  configuration: { copied: { control_settings: { part: 'stations' } } },
}
