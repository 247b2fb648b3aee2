import { type Db, type Tx, named } from '#db/db.ts'
import { eventNow, eventsOf } from '#features/events/service.ts'
import { holdResults, rerank } from './derived.service.ts'
import { type Ranking, agegroupOf, rankingOf } from '../rules.ts'
import { findSheet, saveSheet } from '../store.ts'

/** Writes the age groups again after a change of bands or of the age that counts. An age group from a file stays. */
const writeGroups = async (tx: Tx, raceid: number, eventid: number, ranking: Ranking): Promise<void> => {
  const rows = await named<{ id: number; age: number | null; age_in_year: number | null; agegroup: string | null }>(
    tx,
    'results: ages',
    `select id, age, age_in_year, agegroup
      from results
      where raceid = $1 and eventid = $2 and (age is not null or age_in_year is not null) and not agegroup_given`,
    [raceid, eventid],
  )
  const moved = rows.flatMap(({ id, agegroup, ...ages }) =>
    agegroupOf(ages, ranking) === agegroup ? [] : [{ id, agegroup: agegroupOf(ages, ranking) }],
  )
  if (moved.length === 0) return
  await named(
    tx,
    'results: age groups',
    `update results r
      set agegroup = one.agegroup
      from unnest($2::bigint[], $3::text[]) as one (id, agegroup)
      where r.raceid = $1 and r.id = one.id`,
    [raceid, moved.map(({ id }) => id), moved.map(({ agegroup }) => agegroup)],
  )
}

/**
 * Ranks teams again after teams of registrations changed, in every event of the race that ranks the teams from sign-up.
 * A second call does no harm.
 */
export const rankTeamsAnew = async (db: Db, raceid: number, now: Date): Promise<void> => {
  for (const { id: eventid } of await eventsOf(db, raceid)) {
    await db.transaction().execute(async (tx) => {
      await holdResults(tx, raceid, [eventid])
      const ranking = rankingOf((await eventNow(tx, raceid, eventid))?.ranking)
      if (ranking.teams?.of !== 'team') return
      const sheet = await findSheet(tx, raceid, eventid)
      if (!sheet) return
      await rerank(tx, raceid, eventid, ranking, sheet.corrected)
      await saveSheet(tx, { ...sheet, updated_at: now })
    })
  }
}

/**
 * Copies the age in the year from registrations to results that were written before this age was known
 * (registrations/signup/ages.service.ts `countAgesByYear`).
 */
const takeAges = async (tx: Tx, raceid: number, eventid: number): Promise<void> => {
  await named(
    tx,
    'results: ages by year',
    `update results r
      set age_in_year = g.age_in_race_year
      from registrations g
      where r.raceid = $1 and r.eventid = $2 and r.age_in_year is null and g.raceid = r.raceid
        and g.id = r.registrationid and g.age_in_race_year is not null`,
    [raceid, eventid],
  )
}

/**
 * Ranks an event again after a change of its settings, with new age groups and new distances of points. The caller has
 * locked the event's results.
 */
export const rankAnew = async (
  tx: Tx,
  { raceid, eventid, ranking }: { raceid: number; eventid: number; ranking: Ranking },
  distances: ReadonlyMap<string, number>,
  now: Date,
): Promise<{ moved: number }> => {
  const sheet = await findSheet(tx, raceid, eventid)
  if (!sheet) return { moved: 0 }
  await takeAges(tx, raceid, eventid)
  await writeGroups(tx, raceid, eventid, ranking)
  const { moved, totals, clock } = await rerank(tx, raceid, eventid, ranking, sheet.corrected)
  await saveSheet(tx, {
    ...sheet,
    points: sheet.points.map((point) => ({ ...point, metres: distances.get(point.label) ?? point.metres })),
    totals,
    clock,
    updated_at: now,
  })
  return { moved }
}
