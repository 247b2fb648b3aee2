/** The tracks of carriers, for callers who may see them. */
import type { Db, Tx } from '#db/db.ts'
import { tokenHash } from '#db/sessions.ts'
import { fieldOf, runnerWith } from '../field/field.service.ts'
import { type TrackRow, listWay, tracksOf } from '../tracks/tracks.store.ts'

/** The caller: the secret of a link, and whether the caller belongs to race control. */
export type Looking = { link: string | undefined; control: boolean }
type Wanted = { bib?: string | undefined; eventid?: number | undefined; track?: number | undefined }
/** The most points of a track in one answer. */
const MOST_POINTS = 5000

/**
 * Finds those of the wanted tracks that a caller may see: everybody sees the tracks that are public with the race, the
 * holder of a link sees its track, and race control sees all. Erased tracks are left out. If the call names no link, no
 * bib and no track, the list is empty.
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

/** The time after the last passing for which a track stays public, so that the track reaches the finish. */
const PAST_FINISH_MS = 60_000
/**
 * Returns the moment in milliseconds up to which everybody may see a track. Infinity for a track without a runner, for
 * a runner who is still in the race, and for a runner without a gun. After the finish, or after the last passing of a
 * runner who left the race, the device shows the way home.
 */
const publicUntil = async (db: Db, { raceid, kind, bib, eventid }: TrackRow, now: Date): Promise<number> => {
  const field = kind === 'runner' && bib !== null ? await fieldOf(db, raceid, now) : undefined
  const runner = field && runnerWith(field, bib!, eventid ?? undefined)
  if (!runner || runner.outcome === 'running' || runner.gun === null) return Infinity
  return runner.gun + Math.max(0, ...runner.times.flatMap((ms) => ms ?? [])) + PAST_FINISH_MS
}

type ShowingTrack = { since?: number | undefined; control: boolean; now: Date }
/** Shows the latest points of a track, at most `MOST_POINTS`. Race control also sees points that are not public. */
export const showTrack = async (db: Db, row: TrackRow, { since, control, now }: ShowingTrack) => {
  const until = control ? Infinity : await publicUntil(db, row, now)
  const fixes = await listWay(db, row.raceid, row.id, { since: since ?? 0, most: MOST_POINTS + 1 })
  const points = fixes
    .slice(-MOST_POINTS)
    .filter(({ at }) => at.getTime() <= until)
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
