import type { Sweep } from '#db/jobs/jobs.ts'
import type { Parts } from '#seam/server/handle.ts'
import { freeSlots } from './booking.service.ts'

export const sweeps: readonly Sweep<Parts>[] = [
  { name: 'appointments of those who will not run', everySeconds: 30, run: ({ db, now }) => freeSlots(db, now) },
]
