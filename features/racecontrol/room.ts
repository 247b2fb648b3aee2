import type { Room } from '#seam/server/room.ts'
import { deviceList } from './devices/list.service.ts'
import { deviceTable } from './devices/table.service.ts'
import { deviceRefusals } from './devices/devices.words.ts'
import { incidentTable } from './incidents/table.service.ts'
import { sweeps } from './jobs.ts'
import { alarmTable } from './monitor/table.service.ts'
import { personal } from './personal.service.ts'
import { routes } from './routes.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'racecontrol',
  routes,
  refusals: { ...refusals, ...deviceRefusals },
  tables: [incidentTable, alarmTable, deviceTable],
  imports: [deviceList],
  personal,
  sweeps,
  configuration: {
    copied: { control_settings: { part: 'stations' } },
    left: { live_devices: 'devices are counted and given new names for each race' },
  },
}
