import { type Db, type Tx, named } from '#db/db.ts'

export type VirtualPointRow = { id: number; eventid: number; label: string; metres: number }
export const listVirtualPoints = (on: Db | Tx, raceid: number): Promise<VirtualPointRow[]> =>
  named<VirtualPointRow>(
    on,
    'tracking: virtual points',
    'select id, eventid, label, metres from virtual_points where raceid = $1 order by eventid, metres',
    [raceid],
  )
/**
 * Writes the virtual points of an event, and removes its other points. A point at a known distance keeps its id and
 * therefore its times.
 */
export const saveVirtualPoints = async (
  tx: Tx,
  raceid: number,
  eventid: number,
  points: readonly { label: string; metres: number }[],
): Promise<void> => {
  const metres = points.map((one) => one.metres)
  await named(
    tx,
    'tracking: virtual points removed',
    'delete from virtual_points where raceid = $1 and eventid = $2 and not metres = any($3::int[])',
    [raceid, eventid, metres],
  )
  await named(
    tx,
    'tracking: virtual points written',
    `insert into virtual_points (raceid, eventid, label, metres)
      select $1, $2, one.* from unnest($3::text[], $4::int[]) as one (label, metres)
      on conflict (raceid, eventid, metres) do update set label = excluded.label`,
    [raceid, eventid, points.map(({ label }) => label), metres],
  )
}

/** Lists the moments at which a runner passed virtual points with a device that is public with the race. */
export const listVirtualTimes = (
  db: Db,
  raceid: number,
  { eventid, bib }: { eventid: number; bib: string },
): Promise<{ pointid: number; at: Date }[]> =>
  named(
    db,
    'tracking: virtual times of a bib',
    `select v.pointid, min(v.at) as at from virtual_times v
      join tracks t on t.raceid = v.raceid and t.id = v.trackid
      where v.raceid = $1 and t.bib = $3 and t.eventid = $2 and t.visibility = 'race' and t.kind = 'runner'
      group by v.pointid`,
    [raceid, eventid, bib],
  )
/**
 * Counts the carriers that passed each virtual point. With `all`, the carriers that only race control sees count too.
 */
export const countVirtualTimes = async (db: Db, raceid: number, all: boolean): Promise<Map<number, number>> =>
  new Map(
    (
      await named<{ pointid: number; n: number }>(
        db,
        'tracking: virtual times counted',
        `select v.pointid, count(distinct coalesce(t.bib, '~' || t.id))::int as n from virtual_times v
          join tracks t on t.raceid = v.raceid and t.id = v.trackid
          where v.raceid = $1 and ($2 or t.visibility = 'race') group by v.pointid`,
        [raceid, all],
      )
    ).map(({ pointid, n }) => [pointid, n]),
  )

/** Lists the races with virtual points and a device that had a contact in the last half hour. */
export const racesWithVirtual = async (db: Db, now: Date): Promise<number[]> =>
  (
    await named<{ raceid: number }>(
      db,
      'tracking: races with virtual points',
      `select distinct raceid from virtual_points p where exists (
          select from tracks t where t.raceid = p.raceid and t.contact_at > $1::timestamptz - interval '30 minutes')`,
      [now],
    )
  ).map(({ raceid }) => raceid)
/**
 * Writes the times at virtual points that devices have passed since the last call. A time lies between the last sure
 * fix before the point and the first sure fix behind it. After a gap of more than ten minutes the time would be a
 * guess, so the server writes none. The summary of a track is at most two minutes old, so the fixes after it count as
 * well.
 */
export const writeVirtualTimes = async (db: Db, raceid: number, now: Date): Promise<void> => {
  await named(
    db,
    'tracking: virtual times',
    `insert into virtual_times (raceid, trackid, pointid, at)
      select $1, t.id, p.id, earlier.at + (later.at - earlier.at)
          * ((p.metres - earlier.along)::double precision / (later.along - earlier.along))
      from virtual_points p
      join tracks t on t.raceid = p.raceid and t.eventid = p.eventid and t.kind in ('runner', 'pacer')
        and t.erased_at is null and t.contact_at > $2::timestamptz - interval '30 minutes'
      cross join lateral (
        select at, along from fixes where raceid = $1 and trackid = t.id and sure and along >= p.metres
        order by at limit 1
      ) later
      cross join lateral (
        select at, along from fixes where raceid = $1 and trackid = t.id and sure and along < p.metres and at < later.at
        order by at desc limit 1
      ) earlier
      where p.raceid = $1
        and not exists (select from virtual_times v where v.raceid = $1 and v.trackid = t.id and v.pointid = p.id)
        and (t.farthest >= p.metres or exists (
          select from fixes where raceid = $1 and trackid = t.id and at > coalesce(t.farthest_at, '-infinity')
            and sure and along >= p.metres))
        and later.at - earlier.at <= interval '10 minutes'
      on conflict do nothing`,
    [raceid, now],
  )
}
