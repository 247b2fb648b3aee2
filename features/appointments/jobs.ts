import type { Sweep } from '#db/jobs.ts'
import type { Parts } from '#server/answer.ts'
import { freeSlots } from './booking.ts'

export const sweeps: readonly Sweep<Parts>[] = [
  { name: 'appointments of those who will not run', everySeconds: 30, run: ({ db, now }) => freeSlots(db, now) },
]
