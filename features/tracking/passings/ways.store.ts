import { type Db, named } from '#db/db.ts'

/** Lists the last sure place of each track in each span of some seconds, in the order of the moments. */
export const placesOfTracks = (
  db: Db,
  raceid: number,
  ids: readonly number[],
  seconds: number,
): Promise<{ trackid: number; at: Date; along: number }[]> =>
  named(
    db,
    'tracking: ways for a replay',
    `select trackid, at, along from (
        select distinct on (trackid, floor(extract(epoch from at) / $3)) trackid, at, along from fixes
        where raceid = $1 and trackid = any($2::int[]) and sure and along is not null
        order by trackid, floor(extract(epoch from at) / $3), at desc
      ) place order by at`,
    [raceid, ids, seconds],
  )
