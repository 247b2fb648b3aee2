import { type Db, type Tx, named } from '#db/db.ts'

export type DeviceWayRow = {
  trackid: number
  at: Date
  delay_ms: number
  lat: number
  lon: number
  along: number | null
  off: number | null
  sure: boolean
}
/**
 * Lists the latest fixes of tracks, in order of time for each track: the fixes of the last `spanMs`, and the fixes that
 * the summary of the track does not include. The list goes back to at least one minute before the end of the summary,
 * because the fixes of that minute confirm the next fixes.
 */
export const latestFixes = (
  on: Db | Tx,
  raceid: number,
  ids: readonly number[],
  spanMs: number,
): Promise<DeviceWayRow[]> =>
  named<DeviceWayRow>(
    on,
    'tracking: latest fixes',
    `select one.id as trackid, f.at, f.delay_ms, f.lat, f.lon, f.along, f.off, f.sure from unnest($2::int[]) as one (id)
      join tracks t on t.raceid = $1 and t.id = one.id
      cross join lateral (
        select max(at) as at from fixes where raceid = $1 and trackid = one.id
      ) last
      join fixes f on f.raceid = $1 and f.trackid = one.id and f.at >= least(
        last.at - make_interval(secs => $3), coalesce(t.farthest_at - interval '1 minute', '-infinity'))
      order by one.id, f.at`,
    [raceid, ids, spanMs / 1000],
  )
/** Lists the last moment at which each track was at its farthest place or beyond. */
export const farthestMoments = (
  on: Db | Tx,
  raceid: number,
  ids: readonly number[],
): Promise<{ trackid: number; at: Date }[]> =>
  named(
    on,
    'tracking: moments of farthest places',
    `select t.id as trackid, max(f.at) as at from tracks t
      join fixes f on f.raceid = $1 and f.trackid = t.id and f.sure and f.along >= t.farthest
      where t.raceid = $1 and t.id = any($2::int[]) group by t.id`,
    [raceid, ids],
  )
export const fixesAfter = (on: Db | Tx, raceid: number, after: number): Promise<DeviceWayRow[]> =>
  named<DeviceWayRow>(
    on,
    'tracking: ways since',
    `select trackid, at, delay_ms, lat, lon, along, off, sure from fixes
      where raceid = $1 and version > $2 order by version, trackid, at`,
    [raceid, after],
  )
