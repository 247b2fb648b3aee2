import type { Sweep } from '#db/jobs/jobs.ts'
import type { Parts } from '#seam/server/handle.ts'
import { eraseOld } from './personal.store.ts'

const DAY = 86_400_000
/** The number of days for which the consent allows the server to keep positions and sketches (words.ts). */
const placeDays = 30
const sketchDays = 400

const erase: Sweep<Parts> = {
  name: 'trails_erase',
  everySeconds: 3600,
  run: ({ db, now }) =>
    eraseOld(db, new Date(now.getTime() - placeDays * DAY), new Date(now.getTime() - sketchDays * DAY)),
}
export const sweeps = [erase]
