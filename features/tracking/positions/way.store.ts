import { type Db, type Tx, named } from '#db/db.ts'

export type WayRow = {
  trackid: number
  at: Date
  delay_ms: number
  lat: number
  lon: number
  along: number | null
  off: number | null
}
/** Lists the latest fixes of tracks, each track's in their order. */
export const latestFixes = (on: Db | Tx, raceid: number, ids: readonly number[], spanMs: number): Promise<WayRow[]> =>
  named<WayRow>(
    on,
    'tracking: latest fixes',
    `select one.id as trackid, f.at, f.delay_ms, f.lat, f.lon, f.along, f.off from unnest($2::int[]) as one (id)
      cross join lateral (
        select max(at) as at from fixes where raceid = $1 and trackid = one.id
      ) last
      join fixes f on f.raceid = $1 and f.trackid = one.id and f.at >= last.at - make_interval(secs => $3)
      order by one.id, f.at`,
    [raceid, ids, spanMs / 1000],
  )
/** Finds the farthest place along the course that three fixes in a row reached, for each of these tracks. */
export const farthestOf = (
  on: Db | Tx,
  raceid: number,
  ids: readonly number[],
): Promise<{ trackid: number; farthest: number }[]> =>
  named(
    on,
    'tracking: farthest places',
    `select trackid, max(low) as farthest from (
        select trackid, case when count(*) over three = 3 then min(along) over three end as low from fixes
          where raceid = $1 and trackid = any($2::int[]) and along is not null
          window three as (partition by trackid order by at rows between 2 preceding and current row)
      ) agreed where low is not null group by trackid`,
    [raceid, ids],
  )
/** Lists the fixes of a race that were written after a version. */
export const fixesAfter = (on: Db | Tx, raceid: number, after: number): Promise<WayRow[]> =>
  named<WayRow>(
    on,
    'tracking: ways since',
    `select trackid, at, delay_ms, lat, lon, along, off from fixes
      where raceid = $1 and version > $2 order by version, trackid, at`,
    [raceid, after],
  )
