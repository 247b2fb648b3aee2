import type { Room } from '#seam/server/room.ts'
import { checklist } from './share/checklist.service.ts'
import { jobs, sweeps as followSweeps } from './follows/follows.jobs.ts'
import { routes as follows } from './follows/follows.routes.ts'
import { refusals as followRefusals } from './follows/follows.words.ts'
import { rawRoutes } from './intake/intake.routes.ts'
import { sweeps } from './jobs.ts'
import { routes as passings } from './passings/passings.routes.ts'
import { routes as report } from './passings/report.routes.ts'
import { personal } from './personal.service.ts'
import { routes as history } from './positions/history.routes.ts'
import { routes as positions } from './positions/positions.routes.ts'
import { closeStream } from './stream/stream.service.ts'
import { streamRoutes } from './stream/stream.routes.ts'
import { routes as spectators } from './positions/spectators.routes.ts'
import { routes as sharedRuns } from './share/share.routes.ts'
import { refusals as shareRefusals } from './share/share.words.ts'
import { routes as virtualPoints } from './virtual/virtual.routes.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'tracking',
  checklist,
  routes: [
    ...follows,
    ...passings,
    ...report,
    ...sharedRuns,
    ...spectators,
    ...positions,
    ...history,
    ...virtualPoints,
  ],
  rawRoutes: [...rawRoutes, ...streamRoutes],
  closing: closeStream,
  refusals: { ...refusals, ...followRefusals, ...shareRefusals },
  jobs,
  sweeps: [...followSweeps, ...sweeps],
  personal,
  configuration: { copied: { virtual_points: { part: 'stations' } } },
}
