import type { Db } from '#db/db.ts'
import { raceOfId } from '#db/ids.ts'
import { cacheOf } from '#db/sharing/kept.ts'
import { type AlbumRow, listAlbums } from './store.ts'

/**
 * The albums of a race, kept for some seconds. Every search asks for albums, and they change seldom. A change by
 * another server is visible after this time.
 */
const kept = cacheOf<number, AlbumRow[]>({ ms: 5_000, most: 1000 })
/** The race of each album. An album never changes its race. */
const raceids = cacheOf<number, number | undefined>({ most: 10_000 })

/** Drops the kept albums of a race, so that this server sees its own changes at once. */
export const forgetAlbums = kept.forget

/** Lists a race's albums that runners see. The list may be 5 s old. */
export const albumsOut = async (db: Db, raceid: number, now: Date): Promise<AlbumRow[]> => {
  const albums = await kept.read(db, raceid, { now }, () => listAlbums(db, raceid))
  return albums.filter(({ published_at }) => published_at !== null && published_at <= now)
}

/** Finds the race of an album by the album's id. Returns undefined if there is no such album. */
export const raceOfAlbum = async (db: Db, albumid: number): Promise<number | undefined> => {
  const raceid = await raceids.read(db, albumid, { version: 'the only one' }, () => raceOfId(db, 'album', albumid))
  // An album with this id may exist later, so the empty answer is not kept.
  if (raceid === undefined) raceids.forget(albumid)
  return raceid
}
