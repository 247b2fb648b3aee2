import { type Db, type Tx, named } from '#db/db.ts'
import { shownPhotoRows } from '#features/photos/public.store.ts'
import { resultRows } from '#features/results/public.store.ts'
import type { FoundCase, SuspectRow } from './store.ts'

/**
 * Saves the cases that the rule of photos found. Decided cases stay as they are, and so do the cases that staff
 * reported. Open cases that the rule no longer finds are removed. Returns the number of new cases.
 */
export const keepSightings = async (
  tx: Tx,
  raceid: number,
  found: readonly FoundCase[],
  now: Date,
): Promise<number> => {
  const [events, bibs] = [found.map(({ eventid }) => eventid), found.map(({ bib }) => bib)]
  await named(
    tx,
    'drop sightings',
    `delete from sightings s where s.raceid = $1 and s.state = 'open' and s.kind = 'photo' and not exists (
       select from unnest($2::integer[], $3::text[]) as one (eventid, bib)
       where one.eventid = s.eventid and one.bib = s.bib)`,
    [raceid, events, bibs],
  )
  const rows = await named<{ fresh: boolean }>(
    tx,
    'keep sightings',
    `insert into sightings (raceid, eventid, kind, bib, evidence, found_at)
      select $1, one.eventid, 'photo', one.bib, one.evidence::jsonb, $5
      from unnest($2::integer[], $3::text[], $4::text[]) as one (eventid, bib, evidence)
      on conflict (raceid, eventid, kind, bib) do update set evidence = excluded.evidence
        where sightings.state = 'open'
      returning xmax = 0 as fresh`,
    [raceid, events, bibs, found.map(({ evidence }) => JSON.stringify(evidence)), now],
  )
  return rows.filter(({ fresh }) => fresh).length
}

/** Inserts a case that a member of staff reports. Undefined if the bib has such a case already, open or decided. */
export const insertReported = async (
  tx: Tx,
  raceid: number,
  one: Omit<FoundCase, 'other_bib'>,
  now: Date,
): Promise<number | undefined> =>
  (
    await named<{ id: number }>(
      tx,
      'report sighting',
      `insert into sightings (raceid, eventid, kind, bib, evidence, found_at) values ($1, $2, $3, $4, $5::jsonb, $6)
        on conflict (raceid, eventid, kind, bib) do nothing returning id`,
      [raceid, one.eventid, one.kind, one.bib, JSON.stringify(one.evidence), now],
    )
  )[0]?.id

/** Tells whether a bib of an event belongs to a finisher. */
export const findFinisher = async (tx: Tx, raceid: number, eventid: number, bib: string): Promise<boolean> =>
  (
    await named(
      tx,
      'finisher of bib',
      `select from ${resultRows.text} s where raceid = $1 and eventid = $2 and bib = $3 and outcome = 'finished'`,
      [raceid, eventid, bib],
    )
  ).length > 0

export type PhotographedRow = SuspectRow & { id: number; gun_ms: number }
/** Lists the finishers of an event and a gender who have published photos, the fastest first. */
export const listPhotographed = (
  db: Db,
  filter: {
    raceid: number
    eventid: number
    gender: 'M' | 'F'
    past: { ms: number; id: number } | undefined
    limit: number
  },
  now: Date,
): Promise<PhotographedRow[]> =>
  named<PhotographedRow>(
    db,
    'finishers with photos',
    `select id, eventid, bib, name, gender, age, outcome, gun_ms, registrationid from ${resultRows.text} s
      where raceid = $1 and eventid = $2 and gender = $3 and outcome = 'finished' and gun_ms is not null
        and ($4::bigint is null or (gun_ms, id) > ($4, $5::bigint))
        and exists (select from ${shownPhotoRows.text} p
          where p.raceid = s.raceid and p.bib = s.bib and p.published_at <= $6)
      order by gun_ms, id limit $7`,
    [filter.raceid, filter.eventid, filter.gender, filter.past?.ms, filter.past?.id, now, filter.limit],
  )

export type PlacedPhoto = { bib: string; albumid: number; point: string; taken_at: Date }
/** Lists the published photos that have a bib, a time, and a camera whose point is known. */
export const listPlacedPhotos = (db: Db, raceid: number): Promise<PlacedPhoto[]> =>
  named<PlacedPhoto>(
    db,
    'photos at points',
    `select bib, albumid, point, taken_at from ${shownPhotoRows.text} p
      where raceid = $1 and point is not null and taken_at is not null and published_at is not null order by bib, photoid`,
    [raceid],
  )
