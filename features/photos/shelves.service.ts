import type { Db } from '#db/db.ts'
import { raceOfId } from '#db/ids.ts'
import { type AlbumRow, listAlbums } from './store.ts'

/**
 * Albums are asked for by every search and change seldom: they are kept this long, so another server's change is seen
 * within it.
 */
const keptMs = 5_000
const kept = new Map<number, { db: Db; until: number; albums: AlbumRow[] }>()
/** Which race an album belongs to never changes. */
const raceids = new Map<number, { db: Db; raceid: number }>()

/** What this server changes it sees at once. */
export const forgetAlbums = (raceid: number): void => void kept.delete(raceid)

/** A race's albums that runners see; up to 5 s old. */
export const albumsOut = async (db: Db, raceid: number, now: Date): Promise<AlbumRow[]> => {
  const at = now.getTime()
  let known = kept.get(raceid)
  if (!known || known.db !== db || known.until <= at || known.until > at + keptMs) {
    known = { db, until: at + keptMs, albums: await listAlbums(db, raceid) }
    if (kept.size > 1000) kept.clear()
    kept.set(raceid, known)
  }
  return known.albums.filter(({ published_at }) => published_at !== null && published_at <= now)
}

/** The race of an album that is named alone. */
export const raceOfAlbum = async (db: Db, albumid: number): Promise<number | undefined> => {
  const known = raceids.get(albumid)
  if (known?.db === db) return known.raceid
  const raceid = await raceOfId(db, 'album', albumid)
  if (raceids.size > 10_000) raceids.clear()
  if (raceid !== undefined) raceids.set(albumid, { db, raceid })
  return raceid
}
