import type { Sweep } from '#db/jobs/jobs.ts'
import type { Parts } from '#seam/server/handle.ts'
import { drawDueRooms } from './service.ts'

export const sweeps: readonly Sweep<Parts>[] = [
  { name: 'waiting_rooms_to_draw', everySeconds: 1, run: ({ db, now }) => drawDueRooms(db, now) },
]
