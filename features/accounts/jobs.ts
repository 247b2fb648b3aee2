import type { Sweep } from '#db/jobs/jobs.ts'
import type { Parts } from '#seam/server/handle.ts'
import { removeEnded } from './ended.service.ts'

export const sweeps: Sweep<Parts>[] = [
  { name: 'ended_sessions', everySeconds: 60, run: ({ db, now }) => removeEnded(db, now) },
]
