import type { Sweep } from '#db/jobs/jobs.ts'
import type { Parts } from '#seam/server/handle.ts'
import { hallFile } from './queue.service.ts'
import type { JobState } from './contract.ts'
import { underWay } from './rules.ts'
import { claimDark, claimForgotten, claimOldPictures, moveJob, notifyHall } from './store.ts'

/**
 * The time after which a sheet goes back into the queue, if a printer took it and did not begin to print. A sheet that
 * a printer began waits for a decision of staff.
 */
const FORGOTTEN_MS = 120_000
/**
 * The time without a report after which a screen counts as switched off. The last picture of the screen counts as seen,
 * and the runner of this picture may send another.
 */
const DARK_MS = 180_000
/** The time for which the file of a picture is kept after the picture left the states of `underWay`. */
const KEPT_MS = 48 * 3_600_000
/**
 * The time for which a picture is kept that still waits. The screen or printer may never be switched on again, and staff
 * may forget the queue.
 */
const WAITED_MS = 7 * 86_400_000
const PER_SWEEP = 100

export const tidy: Sweep<Parts>['run'] = async ({ db, integrations, now }) => {
  await db.transaction().execute(async (tx) => {
    for (const { raceid, id } of await claimForgotten(tx, new Date(now.getTime() - FORGOTTEN_MS), PER_SWEEP)) {
      await moveJob(tx, raceid, id, { state: 'waiting', state_at: now, stationid: null })
      await notifyHall(tx, raceid)
    }
  })
  await db.transaction().execute(async (tx) => {
    for (const { raceid, id } of await claimDark(tx, new Date(now.getTime() - DARK_MS), PER_SWEEP)) {
      await moveJob(tx, raceid, id, { state: 'shown', state_at: now })
      await notifyHall(tx, raceid)
    }
  })
  await db.transaction().execute(async (tx) => {
    for (const { raceid, id, picture, state } of await claimOldPictures(
      tx,
      new Date(now.getTime() - KEPT_MS),
      new Date(now.getTime() - WAITED_MS),
      PER_SWEEP,
    )) {
      await integrations.files.remove(hallFile(raceid, picture!))
      const waited = underWay.includes(state as JobState)
      await moveJob(tx, raceid, id, { state: waited ? 'removed' : (state as JobState), state_at: now, picture: null })
      if (waited) await notifyHall(tx, raceid)
    }
  })
}

export const sweeps: readonly Sweep<Parts>[] = [{ name: 'sheets forgotten in a hall', everySeconds: 30, run: tidy }]
