import type { Job } from '#db/jobs/jobs.ts'
import type { Parts } from '#seam/server/handle.ts'
import { removeOldCases } from './store.ts'

/** The number of days for which the server keeps cases after a race. */
const KEPT_DAYS = 365

export const jobs: readonly Job<Parts>[] = [
  {
    name: 'suspicions_forget',
    cron: '45 18 * * *',
    run: (_payload, { db, now }) => removeOldCases(db, new Date(now.getTime() - KEPT_DAYS * 86_400_000)),
  },
]
