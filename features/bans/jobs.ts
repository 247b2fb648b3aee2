import type { Job } from '#db/jobs/jobs.ts'
import type { Parts } from '#seam/server/handle.ts'
import { removeOldBans } from './store.ts'

/** The days for which a ban stays on record after its end. */
const KEPT_DAYS = 365

export const jobs: readonly Job<Parts>[] = [
  {
    name: 'bans_forget',
    cron: '35 18 * * *',
    run: (_payload, { db, now }) => removeOldBans(db, new Date(now.getTime() - KEPT_DAYS * 86_400_000)),
  },
]
