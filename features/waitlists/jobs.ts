import type { Sweep } from '#db/jobs/jobs.ts'
import type { Parts } from '#seam/server/handle.ts'
import { workWaitlists } from './service.ts'

/** Looks often and does what is due: the refresh once a day, an end once, places where they have returned. */
export const sweeps: readonly Sweep<Parts>[] = [
  { name: 'waitlists', everySeconds: 10, run: (working) => workWaitlists(working, working.now) },
]
