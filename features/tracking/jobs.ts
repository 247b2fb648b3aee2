import type { Sweep } from '#db/jobs/jobs.ts'
import type { Parts } from '#seam/server/handle.ts'
import { eraseOld } from './personal.store.ts'

/** The time for which positions are kept after the last sign of a device, in milliseconds: 72 hours. */
const keptMs = 72 * 3_600_000
const erase: Sweep<Parts> = {
  name: 'tracking_erase',
  everySeconds: 600,
  run: async ({ db, now }) => {
    await eraseOld(db, new Date(now.getTime() - keptMs), now)
  },
}
export const sweeps = [erase]
