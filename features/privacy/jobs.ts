import type { Job } from '#db/jobs/jobs.ts'
import type { Parts } from '#seam/server/handle.ts'
import { ERASE, doErasure } from './erasing.service.ts'
import { eraseWhatIsDue } from './retaining.service.ts'
import { listDueErasures } from './store.ts'

export const jobs: Job<Parts>[] = [
  { name: ERASE, run: (payload, working) => doErasure(working, (payload as { id: number }).id, working.now) },
  {
    // The cron time is in UTC: 02:30 in Shanghai, when few people sign up.
    name: 'privacy_retention',
    cron: '30 18 * * *',
    run: async (_payload, working) => {
      for (const id of await listDueErasures(working.db, working.now)) await doErasure(working, id, working.now)
      await eraseWhatIsDue(working)
    },
  },
]
