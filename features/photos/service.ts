import type { Tx } from '#db/db.ts'
import { noteId } from '#db/ids.ts'
import { forgetAlbums } from './shelves.service.ts'
import { type AlbumDraft, type AlbumRow, insertAlbum } from './store.ts'

/** Makes an album that is found by its id alone from then on. */
export const makeAlbum = async (
  tx: Tx,
  raceid: number,
  draft: AlbumDraft,
  now: Date,
  id?: number,
): Promise<AlbumRow> => {
  const album = await insertAlbum(tx, raceid, draft, now, id)
  await noteId(tx, 'album', album.id, raceid)
  forgetAlbums(raceid)
  return album
}
