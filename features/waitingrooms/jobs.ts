import type { Sweep } from '#db/jobs.ts'
import type { Parts } from '#server/answer.ts'
import { drawDueRooms } from './actions.ts'

export const sweeps: readonly Sweep<Parts>[] = [
  { name: 'waiting_rooms_to_draw', everySeconds: 1, run: ({ db, now }) => drawDueRooms(db, now) },
]
