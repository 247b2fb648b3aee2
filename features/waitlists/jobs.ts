import type { Sweep } from '#db/jobs/jobs.ts'
import type { Parts } from '#seam/server/handle.ts'
import { workWaitlists } from './service.ts'

/**
 * Does the work that is due, at short intervals: the daily refresh, the end of a waitlist, and offers after places have
 * returned.
 */
export const sweeps: readonly Sweep<Parts>[] = [
  { name: 'waitlists', everySeconds: 10, run: (working) => workWaitlists(working, working.now) },
]
