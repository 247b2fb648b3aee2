import type { Sweep } from '#db/jobs/jobs.ts'
import type { Parts } from '#seam/server/handle.ts'
import { workWaitlists } from './service.ts'

/** Looks often and does the due work: the refresh once a day, an end once, offers where places have returned. */
export const sweeps: readonly Sweep<Parts>[] = [
  { name: 'waitlists', everySeconds: 10, run: (working) => workWaitlists(working, working.now) },
]
