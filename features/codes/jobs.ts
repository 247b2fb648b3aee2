import type { Sweep } from '#db/jobs/jobs.ts'
import type { Parts } from '#seam/server/handle.ts'
import { briefFile } from './service.ts'
import { claimEnded, removeBrief } from './store.ts'

const PER_SWEEP = 200

/**
 * Removes pictures whose time is over. The job removes the bytes before the row, so that after a crash between the two
 * steps the removal is only repeated.
 */
export const removeEndedBriefs: Sweep<Parts>['run'] = ({ db, integrations, now }) =>
  db.transaction().execute(async (tx) => {
    for (const { raceid, name } of await claimEnded(tx, now, PER_SWEEP)) {
      await integrations.files.remove(briefFile(raceid, name))
      await removeBrief(tx, raceid, name)
    }
  })

export const sweeps: readonly Sweep<Parts>[] = [
  { name: 'pictures kept for a moment', everySeconds: 60, run: removeEndedBriefs },
]
