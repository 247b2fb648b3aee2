import type { Tx } from '#db/db.ts'
import { addJob } from '#db/jobs/jobs.ts'
import { restoreFile, withdrawFile } from '#features/files/service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { type PhotoRow, isShownAnywhere, updatePhotos } from '../store.ts'

/**
 * The job that stops serving a removed picture, or serves it again. Its payload names the race, the hash and the kind.
 */
export const SETTLE = 'photo settle'

/**
 * Hides photos, or shows them again. The lists change at once. A job then stops serving the addresses of hidden photos,
 * or serves them again.
 */
export const setPhotosHidden = async (
  tx: Tx,
  raceid: number,
  photos: readonly Pick<PhotoRow, 'id' | 'hash' | 'ext'>[],
  hidden: { why: string } | null,
): Promise<void> => {
  if (photos.length === 0) return
  await updatePhotos(
    tx,
    raceid,
    photos.map(({ id }) => id),
    hidden ? { state: 'hidden', why: hidden.why } : { state: 'ready', why: null },
  )
  for (const { hash, ext } of photos)
    await addJob(tx, SETTLE, { raceid, hash, ext }, { key: `${SETTLE} ${raceid}/${hash}` })
}

/** Serves a picture if any photo shows it, else stops serving the picture. The same file may be in two albums. */
export const settlePhoto = async (payload: unknown, parts: Pick<Parts, 'db' | 'integrations'>): Promise<void> => {
  const named = payload as { raceid: number; hash: string; ext: string }
  await ((await isShownAnywhere(parts.db, named.raceid, named.hash)) ? restoreFile : withdrawFile)(parts, named)
}
