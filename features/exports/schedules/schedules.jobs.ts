import * as z from 'zod'
import type { Job, Sweep } from '#db/jobs/jobs.ts'
import type { Parts } from '#seam/server/handle.ts'
import { dropPieces } from './pieces.service.ts'
import { SCHEDULED, makeScheduled, queueDue } from './schedules.service.ts'
import { listEnded, removeFile } from './schedules.store.ts'

const Payload = z.object({ raceid: z.number(), id: z.number(), day: z.string() })
const PER_SWEEP = 50

/** Erases files whose time is over: the bytes first, then the row that names them. */
export const eraseEnded: Sweep<Parts>['run'] = async ({ db, integrations, now }) => {
  for (const { raceid, id, scheduleid, day, pieces } of await listEnded(db, now, PER_SWEEP)) {
    await dropPieces(integrations.files, { raceid, id: scheduleid, day }, pieces)
    await removeFile(db, raceid, id)
  }
}

export const jobs: Job<Parts>[] = [
  { name: SCHEDULED, run: (payload, working) => makeScheduled(working, Payload.parse(payload)) },
]
export const sweeps: Sweep<Parts>[] = [
  { name: 'exports due', everySeconds: 30, run: ({ now, ...parts }) => queueDue(parts, now) },
  { name: 'scheduled files ended', everySeconds: 600, run: eraseEnded },
]
