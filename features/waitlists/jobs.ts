import type { Sweep } from '#db/jobs/jobs.ts'
import type { Parts } from '#seam/server/handle.ts'
import { workWaitlists } from './service.ts'

export const sweeps: readonly Sweep<Parts>[] = [
  { name: 'waitlists', everySeconds: 10, run: (working) => workWaitlists(working, working.now) },
]
