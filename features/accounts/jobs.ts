import type { Job, Sweep } from '#db/jobs/jobs.ts'
import type { Parts } from '#seam/server/handle.ts'
import { removeAllEnded } from './ended.service.ts'
import { FOLLOW, followMerge } from './merging/merging.service.ts'

export const jobs: Job<Parts>[] = [
  { name: FOLLOW, run: (payload, working) => followMerge(working, (payload as { from: number }).from) },
]
export const sweeps: Sweep<Parts>[] = [
  { name: 'ended_sessions', everySeconds: 60, run: ({ db, now }) => removeAllEnded(db, now) },
]
