import { type Db, type Tx, named } from '#db/db.ts'
import { entered, registrationRows } from '#features/registrations/public.store.ts'
import { resultRows } from '#features/results/public.store.ts'
import type { GenderLetter } from '#features/results/rules.ts'

export type TimedRunnerRow = {
  bib: string
  eventid: number
  registrationid: number | null
  name: string | null
  gender: GenderLetter | null
  age: number | null
  age_in_year: number | null
  club: string | null
  zone: string | null
  field: string
}
const entrants = `select coalesce(prefix_bib, '') || bib as bib, eventid, id as registrationid, name,
    case gender when 'male' then 'M' when 'female' then 'F' end as gender, age_on_race_day as age,
    age_in_race_year as age_in_year, null::text as club, runnerzone as zone, '' as field
  from ${registrationRows.text} registrations
  where raceid = $1 and bib is not null and ${entered('registrations')}`
const listed = `select bib, eventid, null::bigint as registrationid, name, gender, age, age_in_year, club, zone, field
    from timing_runners
    where raceid = $1`
/**
 * The SQL that selects everybody who may start, from registrations and from start lists. `$1` is the race. A bib may be
 * in both.
 */
export const startersUnion = `${entrants} union all ${listed}`
/**
 * Lists one runner for each of these bibs. If a bib has a registration and a runner on a start list, the registration
 * counts.
 */
export const listRunners = (on: Db | Tx, raceid: number, bibs: readonly string[]): Promise<TimedRunnerRow[]> =>
  named<TimedRunnerRow>(
    on,
    'timing: runners of bibs',
    `select distinct on (bib) * from (
       ${entrants} and coalesce(prefix_bib, '') || bib = any($2::text[])
       union all ${listed} and bib = any($2::text[])) one order by bib, registrationid nulls last`,
    [raceid, bibs],
  )
/** Lists one runner for each of these bibs and each event, because two events may use the same bib. */
export const listRunnersByEvent = (on: Db | Tx, raceid: number, bibs: readonly string[]): Promise<TimedRunnerRow[]> =>
  named<TimedRunnerRow>(
    on,
    'timing: runners of bibs by event',
    `select distinct on (bib, eventid) * from (
       ${entrants} and coalesce(prefix_bib, '') || bib = any($2::text[])
       union all ${listed} and bib = any($2::text[])) one order by bib, eventid, registrationid nulls last`,
    [raceid, bibs],
  )
/** Finds the name, the event and the printed bib of a registration, also of one that is gone. */
export const findWearer = async (
  on: Db | Tx,
  raceid: number,
  id: number,
): Promise<{ id: number; name: string; eventid: number; bib: string | null } | undefined> =>
  (
    await named<{ id: number; name: string; eventid: number; bib: string | null }>(
      on,
      'timing: wearer of a bib',
      `select id, name, eventid, coalesce(prefix_bib, '') || bib as bib from ${registrationRows.text} registrations
        where raceid = $1 and id = $2`,
      [raceid, id],
    )
  )[0]
/** Lists everybody who may start in an event, one runner for each bib. */
export const listRunnersOf = (on: Db | Tx, raceid: number, eventid: number): Promise<TimedRunnerRow[]> =>
  named<TimedRunnerRow>(
    on,
    'timing: runners of an event',
    `select distinct on (bib) *
      from (${entrants} and eventid = $2 union all ${listed} and eventid = $2) one
      order by bib, registrationid nulls last`,
    [raceid, eventid],
  )
export const insertRunners = async (
  tx: Tx,
  raceid: number,
  rows: readonly Omit<TimedRunnerRow, 'registrationid'>[],
): Promise<void> => {
  await named(
    tx,
    'timing: start list',
    `insert into timing_runners (raceid, bib, eventid, name, gender, age, club, zone, field, age_in_year)
     select $1, one.*
     from unnest($2::text[], $3::int[], $4::text[], $5::text[], $6::int[], $7::text[], $8::text[], $9::text[], $10::int[]) as one (bib, eventid, name, gender, age, club, zone, field, age_in_year)
     on conflict (raceid, bib) do update set eventid = excluded.eventid, gender = excluded.gender,
       zone = excluded.zone, field = excluded.field,
       name = case when timing_runners.erased_at is null then excluded.name end, age = case when timing_runners.erased_at is null then excluded.age end,
       age_in_year = case when timing_runners.erased_at is null then excluded.age_in_year end, club = case when timing_runners.erased_at is null then excluded.club end`,
    [
      raceid,
      rows.map(({ bib }) => bib),
      rows.map(({ eventid }) => eventid),
      rows.map(({ name }) => name),
      rows.map(({ gender }) => gender),
      rows.map(({ age }) => age),
      rows.map(({ club }) => club),
      rows.map(({ zone }) => zone),
      rows.map(({ field }) => field),
      rows.map(({ age_in_year }) => age_in_year),
    ],
  )
}
/** Finds which of these bibs are on a start list of another source. */
export const listListed = async (on: Db | Tx, raceid: number, bibs: readonly string[]): Promise<string[]> =>
  (
    await named<{ bib: string }>(
      on,
      'timing: listed bibs',
      'select bib from timing_runners where raceid = $1 and bib = any($2::text[])',
      [raceid, bibs],
    )
  ).map(({ bib }) => bib)

/**
 * Counts, by start zone, the runners who may still come: runners who have started, and runners whom nobody has seen
 * yet.
 */
export const zonesWaitedFor = (
  tx: Tx,
  raceid: number,
  eventid: number,
): Promise<{ zone: string | null; n: number }[]> =>
  named(
    tx,
    'timing: zones waited for',
    `select one.zone, count(*) as n
     from (select distinct on (bib) bib, zone, registrationid from (${entrants} and eventid = $2 union all ${listed} and eventid = $2) both_lists order by bib, registrationid nulls last) one
     left join ${resultRows.text} r on r.raceid = $1 and r.bib = one.bib and r.eventid = $2
     where r.outcome is null or r.outcome = 'running'
     group by one.zone`,
    [raceid, eventid],
  )
