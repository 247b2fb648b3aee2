import { deviceRoutes } from './devices/devices.routes.ts'
import { incidentRoutes } from './incidents/incidents.routes.ts'

import { monitorRoutes } from './monitor/monitor.routes.ts'

export const routes = [...monitorRoutes, ...incidentRoutes, ...deviceRoutes]
