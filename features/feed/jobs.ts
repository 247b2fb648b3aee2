import type { Sweep } from '#db/jobs/jobs.ts'
import { dropFeedPictures } from '#features/files/personal.service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { filmFile } from './feed.rules.ts'
import { eraseOld, eraseRemoved, listOutdated, takeMedia } from './personal.store.ts'
import { updateEntry } from './store.ts'

const PER_SWEEP = 200
const erase: Sweep<Parts> = {
  name: 'feed_erase',
  everySeconds: 3600,
  run: async ({ db, now }) => {
    await eraseOld(db, now)
    await eraseRemoved(db)
    for (const { raceid, id } of await listOutdated(db, now, PER_SWEEP))
      await db.transaction().execute(async (tx) => {
        await updateEntry(tx, raceid, id, { state: 'removed', pinned_at: null }, now)
      })
  },
}
/**
 * The job that deletes the pictures and films of removed entries. Without this job, a person who kept the address of a
 * picture or a film could still open it.
 */
const clear: Sweep<Parts> = {
  name: 'feed_clear',
  everySeconds: 60,
  run: async (parts) => {
    await parts.db.transaction().execute(async (tx) => {
      for (const { raceid, pictures, film } of await takeMedia(tx, PER_SWEEP)) {
        await dropFeedPictures(parts, tx, pictures)
        if (film) await parts.integrations.files.remove(filmFile(raceid, film))
      }
    })
  },
}
export const sweeps = [erase, clear]
