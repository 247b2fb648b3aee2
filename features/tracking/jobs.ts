import type { Sweep } from '#db/jobs/jobs.ts'
import type { Parts } from '#seam/server/handle.ts'
import { eraseOld, thinOld } from './personal.store.ts'
import { stopEnded } from './share/share.service.ts'
import { watchVirtualPoints } from './virtual/virtual.service.ts'

const erase: Sweep<Parts> = {
  name: 'tracking_erase',
  everySeconds: 600,
  run: async ({ db, now }) => {
    await eraseOld(db, now)
    await thinOld(db, now)
  },
}
/** Stops shared runs after the finish of their runner or the cut-off of their event. */
const stop: Sweep<Parts> = { name: 'tracking_share_stops', everySeconds: 30, run: ({ db, now }) => stopEnded(db, now) }
/** Writes the times of devices at virtual points. */
const virtual: Sweep<Parts> = {
  name: 'tracking_virtual',
  everySeconds: 20,
  run: ({ db, now }) => watchVirtualPoints(db, now),
}
export const sweeps = [erase, stop, virtual]
