/** The tracks of carriers, for callers who may see them. */
import type { Db, Tx } from '#db/db.ts'
import { tokenHash } from '#db/sessions.ts'
import { type TrackRow, listWay, tracksOf } from '../tracks/tracks.store.ts'

/** The caller: the secret of a link, and whether the caller belongs to race control. */
export type Looking = { link: string | undefined; control: boolean }
type Wanted = { bib?: string | undefined; eventid?: number | undefined; track?: number | undefined }
/** The most points of a track in one answer. */
const MOST_POINTS = 5000

/**
 * Finds the tracks that a caller may see: everybody sees the tracks that are public with the race, the holder of a link
 * sees its track, and race control sees all. An erased track has no points.
 */
export const visibleTracks = async (
  db: Db | Tx,
  raceid: number,
  wanted: Wanted,
  { link, control }: Looking,
): Promise<TrackRow[]> => {
  if (link === undefined && wanted.bib === undefined && wanted.track === undefined) return []
  const hash = link === undefined ? null : tokenHash(link)
  const rows = await tracksOf(db, raceid, { ...wanted, link: hash })
  return rows
    .filter(({ row, linked }) => row.erased_at === null && (control || row.visibility === 'race' || linked))
    .map(({ row }) => row)
}

export const showTrack = async (db: Db | Tx, row: TrackRow, since: number | undefined) => {
  const fixes = await listWay(db, row.raceid, row.id, { since: since ?? 0, most: MOST_POINTS + 1 })
  const points = fixes
    .slice(-MOST_POINTS)
    .map(({ at, lat, lon, along }): [number, number, number, number | null] => [
      Math.floor(at.getTime() / 1000),
      lat / 1e6,
      lon / 1e6,
      along,
    ])
  const { id, kind, bib, name, eventid, started_at, stopped_at } = row
  return {
    track: id,
    kind,
    bib,
    name,
    eventid,
    started_at,
    stopped_at,
    points,
    thinned: fixes.length > MOST_POINTS,
  }
}
