import type { Db, Tx } from '#db/db.ts'
import { noteId } from '#db/ids.ts'
import { photoAddresses } from './rules.ts'
import { albumsOut, forgetAlbums } from './shelves.service.ts'
import { type AlbumDraft, type AlbumRow, insertAlbum, listOfBibs } from './store.ts'

/** Creates an album. A call can then find the album by its id, without the race. */
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

/** The largest number of photos that are read for one bib. */
const MOST_OF_BIB = 20
/**
 * Lists the addresses of the published photos of each of these bibs, at most 20 for a bib. Photos with the fewest bibs
 * come first.
 */
export const photosOfBibs = async (
  db: Db,
  raceid: number,
  bibs: readonly string[],
  now: Date,
): Promise<Map<string, string[]>> => {
  const albumids = bibs.length === 0 ? [] : (await albumsOut(db, raceid, now)).map(({ id }) => id)
  const found = albumids.length === 0 ? [] : await listOfBibs(db, { raceid, albumids, bibs, most: MOST_OF_BIB })
  const photos = new Map<string, string[]>()
  for (const { bib, ...file } of found)
    photos.set(bib, [...(photos.get(bib) ?? []), photoAddresses({ raceid, ...file }).original])
  return photos
}
