import { chinaDay } from '#contract/days.ts'
import type { Sweep } from '#db/jobs/jobs.ts'
import type { Parts } from '#seam/server/handle.ts'
import { eraseSketches } from './personal.store.ts'

const DAY = 86_400_000
/** The number of days after a challenge for which the consent allows the server to keep sketches (words.ts). */
const sketchDays = 30

const erase: Sweep<Parts> = {
  name: 'challenges_erase',
  everySeconds: 3600,
  run: ({ db, now }) => eraseSketches(db, chinaDay(new Date(now.getTime() - sketchDays * DAY))),
}
export const sweeps = [erase]
