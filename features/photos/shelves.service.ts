import type { Db } from '#db/db.ts'
import { raceOfId } from '#db/ids.ts'
import { cacheOf } from '#db/sharing/kept.ts'
import { type AlbumRow, listAlbums } from './store.ts'

/**
 * Every search asks for albums, and they change seldom: they are kept this long, so a change by another server is
 * visible within it.
 */
const kept = cacheOf<number, AlbumRow[]>({ ms: 5_000, most: 1000 })
/** The race of an album never changes. */
const raceids = cacheOf<number, number | undefined>({ most: 10_000 })

/** This server sees its own changes at once. */
export const forgetAlbums = kept.forget

/** A race's albums that runners see; up to 5 s old. */
export const albumsOut = async (db: Db, raceid: number, now: Date): Promise<AlbumRow[]> => {
  const albums = await kept.read(db, raceid, { now }, () => listAlbums(db, raceid))
  return albums.filter(({ published_at }) => published_at !== null && published_at <= now)
}

/** The race of an album without its race. */
export const raceOfAlbum = async (db: Db, albumid: number): Promise<number | undefined> => {
  const raceid = await raceids.read(db, albumid, { version: 'the only one' }, () => raceOfId(db, 'album', albumid))
  // There may be such an album later.
  if (raceid === undefined) raceids.forget(albumid)
  return raceid
}
