import type { Job, Sweep } from '#db/jobs/jobs.ts'
import type { Parts } from '#seam/server/handle.ts'
import { askNamesAgain } from './service.ts'
import { removeOldChecks } from './store.ts'

/** The days after the race for which comparisons are kept. */
const KEPT_DAYS = 30

export const sweeps: readonly Sweep<Parts>[] = [
  { name: 'names_to_ask', everySeconds: 60, run: async (working) => void (await askNamesAgain(working, working.now)) },
]
export const jobs: readonly Job<Parts>[] = [
  {
    name: 'names_forget',
    cron: '40 18 * * *',
    run: (_payload, { db, now }) => removeOldChecks(db, new Date(now.getTime() - KEPT_DAYS * 86_400_000)),
  },
]
