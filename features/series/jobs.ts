import type { Job } from '#db/jobs/jobs.ts'
import type { Parts } from '#seam/server/handle.ts'
import { lastSeasonOver } from './joining/joining.rules.ts'
import { forgetNumbers } from './joining/joining.store.ts'

export const jobs: readonly Job<Parts>[] = [
  {
    name: 'series_forget',
    cron: '50 18 * * *',
    run: async (_payload, { db, now }) => {
      await db.transaction().execute((tx) => forgetNumbers(tx, lastSeasonOver(now)))
    },
  },
]
