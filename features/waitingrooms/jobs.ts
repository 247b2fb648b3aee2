import type { Sweep } from '#db/jobs/jobs.ts'
import type { Parts } from '#seam/server/handle.ts'
import { drawDueRooms, removeEndedTurns } from './service.ts'

export const sweeps: readonly Sweep<Parts>[] = [
  { name: 'waiting_rooms_to_draw', everySeconds: 1, run: ({ db, now }) => drawDueRooms(db, now) },
  { name: 'waiting_turns_ended', everySeconds: 3600, run: ({ db, now }) => removeEndedTurns(db, now) },
]
