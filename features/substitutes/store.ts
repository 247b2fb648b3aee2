import { type Db, type Tx, named } from '#db/db.ts'
import { eventRows } from '#features/events/public.store.ts'
import { raceRows } from '#features/races/public.store.ts'
import { registrationRows } from '#features/registrations/public.store.ts'
import { resultRows, sheetRows } from '#features/results/public.store.ts'
import type { Suspicion } from './contract.ts'

export type FinisherRow = {
  eventid: number
  bib: string
  gun_ms: number
  net_ms: number | null
  splits: (number | null)[]
  registrationid: number | null
}
/** Lists the finishers of a race with their times, ordered by event and bib. */
export const listFinishers = (db: Db, raceid: number): Promise<FinisherRow[]> =>
  named<FinisherRow>(
    db,
    'finishers of race',
    `select eventid, bib, gun_ms, net_ms, splits, registrationid from ${resultRows.text} s
      where raceid = $1 and outcome = 'finished' and gun_ms is not null order by eventid, bib`,
    [raceid],
  )

/** Lists the events in which these bibs have results, with any outcome. */
export const listBibEvents = (db: Db, raceid: number, bibs: readonly string[]) =>
  named<{ bib: string; eventid: number }>(
    db,
    'events of bibs with results',
    `select distinct bib, eventid from ${resultRows.text} s where raceid = $1 and bib = any($2::text[])`,
    [raceid, bibs],
  )

export type EarlierRow = { registrationid: number; race: string; metres: number; seconds: number }
/**
 * Lists earlier results of the runners of a race. A runner is recognised by account, name and gender. The index of a
 * document cannot serve, because it differs from race to race.
 */
export const listEarlier = (db: Db, raceid: number): Promise<EarlierRow[]> =>
  named<EarlierRow>(
    db,
    'earlier results of runners',
    `select r.id as registrationid, g.name as race, e.distance_cm / 100.0::float8 as metres,
       coalesce(s.net_ms, s.gun_ms) / 1000.0::float8 as seconds
      from ${registrationRows.text} r
      join ${raceRows.text} here on here.id = r.raceid
      join ${registrationRows.text} p on p.uid = r.uid and p.name = r.name and p.gender is not distinct from r.gender
        and p.raceid <> r.raceid
      join ${raceRows.text} g on g.id = p.raceid and g.time < here.time
      join ${resultRows.text} s on s.raceid = p.raceid and s.registrationid = p.id and s.outcome = 'finished'
        and s.gun_ms is not null
      join ${eventRows.text} e on e.raceid = p.raceid and e.id = p.eventid and e.distance_cm is not null
      where r.raceid = $1 and r.bib is not null`,
    [raceid],
  )

export type CaseRow = {
  raceid: number
  id: number
  eventid: number
  kind: Suspicion['kind']
  bib: string
  other_bib: string
  evidence: unknown
  state: Suspicion['state']
  reason: string | null
  decided_at: Date | null
}
export type FoundCase = Pick<CaseRow, 'eventid' | 'kind' | 'bib' | 'other_bib'> & { evidence: object }

/**
 * Saves the cases that the rules of results found. Decided cases stay as they are. Open cases that the rules no longer
 * find are removed. Returns the number of new cases.
 */
export const keepSuspicions = async (
  tx: Tx,
  raceid: number,
  found: readonly FoundCase[],
  now: Date,
): Promise<number> => {
  const columns = [
    found.map(({ eventid }) => eventid),
    found.map(({ kind }) => kind),
    found.map(({ bib }) => bib),
    found.map(({ other_bib }) => other_bib),
    found.map(({ evidence }) => JSON.stringify(evidence)),
  ]
  await named(
    tx,
    'drop suspicions',
    `delete from suspicions s where s.raceid = $1 and s.state = 'open' and not exists (
       select from unnest($2::integer[], $3::text[], $4::text[], $5::text[]) as one (eventid, kind, bib, other_bib)
       where one.eventid = s.eventid and one.kind = s.kind and one.bib = s.bib and one.other_bib = s.other_bib)`,
    [raceid, ...columns.slice(0, 4)],
  )
  const rows = await named<{ fresh: boolean }>(
    tx,
    'keep suspicions',
    `insert into suspicions (raceid, eventid, kind, bib, other_bib, evidence, found_at)
      select $1, one.eventid, one.kind, one.bib, one.other_bib, one.evidence::jsonb, $7
      from unnest($2::integer[], $3::text[], $4::text[], $5::text[], $6::text[])
        as one (eventid, kind, bib, other_bib, evidence)
      on conflict (raceid, eventid, kind, bib, other_bib) do update set evidence = excluded.evidence
        where suspicions.state = 'open'
      returning xmax = 0 as fresh`,
    [raceid, ...columns, now],
  )
  return rows.filter(({ fresh }) => fresh).length
}

/** The most cases of a race that staff see in one state. */
const CASES_MOST = 5_000
/**
 * Lists the cases of a race in one state, at most `CASES_MOST`, by the order of `casesInOrder` except for groups. A case
 * is a suspicion or a sighting.
 */
export const listCases = (db: Db, raceid: number, state: CaseRow['state']): Promise<CaseRow[]> =>
  named<CaseRow>(
    db,
    'list suspicions',
    `select * from (
       select raceid, id, eventid, kind, bib, other_bib, evidence, state, reason, decided_at
         from suspicions where raceid = $1 and state = $2
       union all
       select raceid, id, eventid, kind, bib, '' as other_bib, evidence, state, reason, decided_at
         from sightings where raceid = $1 and state = $2) c
      order by case kind when 'photo' then 1 when 'together' then 2 when 'pace' then 3 else 0 end,
        coalesce((evidence->>'mean')::float8, (evidence->>'ratio')::float8, -abs((evidence->>'late')::float8)), id
      limit ${CASES_MOST}`,
    [raceid, state],
  )
/** Locks a case, which is a suspicion or a sighting. */
export const lockCase = async (tx: Tx, raceid: number, id: number): Promise<CaseRow | undefined> => {
  const [suspicion] = await named<CaseRow>(
    tx,
    'lock suspicion',
    `select raceid, id, eventid, kind, bib, other_bib, evidence, state, reason, decided_at from suspicions
      where raceid = $1 and id = $2 for update`,
    [raceid, id],
  )
  if (suspicion) return suspicion
  const [sighting] = await named<CaseRow>(
    tx,
    'lock sighting',
    `select raceid, id, eventid, kind, bib, '' as other_bib, evidence, state, reason, decided_at from sightings
      where raceid = $1 and id = $2 for update`,
    [raceid, id],
  )
  return sighting
}
/** Writes the decision about a case. Both tables share one sequence, so the id names one row. */
export const decideCase = async (
  tx: Tx,
  raceid: number,
  id: number,
  set: Pick<CaseRow, 'state' | 'reason'> & { staffid: number | null },
  now: Date,
): Promise<void> => {
  const decided = { ...set, decided_at: now }
  await tx.updateTable('suspicions').set(decided).where('raceid', '=', raceid).where('id', '=', id).execute()
  await tx.updateTable('sightings').set(decided).where('raceid', '=', raceid).where('id', '=', id).execute()
}

export type SuspectRow = {
  eventid: number
  bib: string
  name: string | null
  gender: string | null
  age: number | null
  outcome: string
  gun_ms: number | null
  registrationid: number | null
}
export const listSuspects = (db: Db | Tx, raceid: number, bibs: readonly string[]): Promise<SuspectRow[]> =>
  named<SuspectRow>(
    db,
    'suspects',
    `select eventid, bib, name, gender, age, outcome, gun_ms, registrationid from ${resultRows.text} s
      where raceid = $1 and bib = any($2::text[])`,
    [raceid, bibs],
  )

/** Removes the cases of races that were run before `before`. */
export const removeOldCases = async (db: Db, before: Date): Promise<void> => {
  await named(
    db,
    'remove old suspicions',
    `delete from suspicions c using ${raceRows.text} g where g.id = c.raceid and g.time < $1`,
    [before],
  )
  await named(
    db,
    'remove old sightings',
    `delete from sightings c using ${raceRows.text} g where g.id = c.raceid and g.time < $1`,
    [before],
  )
}

export type Splits = { clock: string; points: readonly string[] }
export const listSplits = async (db: Db, raceid: number): Promise<Map<number, Splits>> =>
  new Map(
    (
      await named<{ eventid: number; split_clock: string; points: { label: string }[] }>(
        db,
        'clocks of splits',
        `select eventid, split_clock, points from ${sheetRows.text} s where raceid = $1`,
        [raceid],
      )
    ).map(({ eventid, split_clock, points }) => [
      eventid,
      { clock: split_clock, points: points.map(({ label }) => label) },
    ]),
  )
