import { type Db, type Tx, named } from '#db/db.ts'
import { eventRows } from '#features/events/public.store.ts'
import { raceRows } from '#features/races/public.store.ts'
import { registrationRows } from '#features/registrations/public.store.ts'
import { resultRows, sheetRows } from '#features/results/public.store.ts'

export type FinisherRow = {
  eventid: number
  bib: string
  gun_ms: number
  net_ms: number | null
  splits: (number | null)[]
  registrationid: number | null
}
/** Lists the finishers of a race with their times, in the order of bibs. */
export const listFinishers = (db: Db, raceid: number): Promise<FinisherRow[]> =>
  named<FinisherRow>(
    db,
    'finishers of race',
    `select eventid, bib, gun_ms, net_ms, splits, registrationid from ${resultRows.text} s
      where raceid = $1 and outcome = 'finished' and gun_ms is not null order by eventid, bib`,
    [raceid],
  )

export type EarlierRow = { registrationid: number; race: string; metres: number; seconds: number }
/**
 * Lists earlier results of the runners of a race. The same person is an account with the same name and gender, because
 * the index of a document differs from race to race.
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

export type SuspicionRow = {
  raceid: number
  id: number
  eventid: number
  kind: 'together' | 'pace'
  bib: string
  other_bib: string
  evidence: unknown
  state: 'open' | 'dismissed' | 'substitute'
  reason: string | null
  decided_at: Date | null
}
export type FoundSuspicion = Pick<SuspicionRow, 'eventid' | 'kind' | 'bib' | 'other_bib'> & { evidence: object }

/**
 * Saves the cases that the rules found. Decided cases stay as they are. Open cases that the rules no longer find are
 * removed. Returns the number of new cases.
 */
export const keepFound = async (
  tx: Tx,
  raceid: number,
  found: readonly FoundSuspicion[],
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
export const listSuspicions = (
  db: Db,
  raceid: number,
  { state, before, limit }: { state: SuspicionRow['state']; before: number | undefined; limit: number },
): Promise<SuspicionRow[]> =>
  named<SuspicionRow>(
    db,
    'list suspicions',
    `select raceid, id, eventid, kind, bib, other_bib, evidence, state, reason, decided_at from suspicions
      where raceid = $1 and state = $2 and ($3::bigint is null or id < $3) order by id desc limit $4`,
    [raceid, state, before ?? null, limit],
  )
export const lockSuspicion = async (tx: Tx, raceid: number, id: number): Promise<SuspicionRow | undefined> =>
  (
    await named<SuspicionRow>(
      tx,
      'lock suspicion',
      `select raceid, id, eventid, kind, bib, other_bib, evidence, state, reason, decided_at from suspicions
        where raceid = $1 and id = $2 for update`,
      [raceid, id],
    )
  )[0]
export const decideSuspicion = async (
  tx: Tx,
  raceid: number,
  id: number,
  set: Pick<SuspicionRow, 'state' | 'reason'> & { staffid: number | null },
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('suspicions')
    .set({ ...set, decided_at: now })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute()
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
/** Lists the results of some bibs, as staff see them. */
export const listSuspects = (db: Db | Tx, raceid: number, bibs: readonly string[]): Promise<SuspectRow[]> =>
  named<SuspectRow>(
    db,
    'suspects',
    `select eventid, bib, name, gender, age, outcome, gun_ms, registrationid from ${resultRows.text} s
      where raceid = $1 and bib = any($2::text[])`,
    [raceid, bibs],
  )

/** Removes the cases of races that were run before `before`. */
export const removeOldSuspicions = async (db: Db, before: Date): Promise<void> => {
  await named(
    db,
    'remove old suspicions',
    `delete from suspicions c using ${raceRows.text} g where g.id = c.raceid and g.time < $1`,
    [before],
  )
}

/** Returns the clock of the split times of each event. */
export const splitClocks = async (db: Db, raceid: number): Promise<Map<number, string>> =>
  new Map(
    (
      await named<{ eventid: number; split_clock: string }>(
        db,
        'clocks of splits',
        `select eventid, split_clock from ${sheetRows.text} s where raceid = $1`,
        [raceid],
      )
    ).map(({ eventid, split_clock }) => [eventid, split_clock]),
  )
