import { type Tx, jsonb, named } from '#db/db.ts'
import { registrationRows } from '#features/registrations/public.store.ts'
import type { Original, ResultChange, Correction } from '../corrections/corrections.rules.ts'
import type { GenderLetter } from '../rules.ts'

export type StoredOriginal = { id: number; bib: string; timed: boolean; original: Original | null } & Original
/** Lists the values of these bibs before and after corrections. */
export const listOriginals = (
  tx: Tx,
  raceid: number,
  eventid: number,
  bibs: readonly string[],
): Promise<StoredOriginal[]> =>
  named<StoredOriginal>(
    tx,
    'results: originals',
    `select id, bib, timed, original, outcome, reason, gun_ms, net_ms, stopped_ms, splits
      from results
      where raceid = $1 and eventid = $2 and bib = any($3::text[])`,
    [raceid, eventid, bibs],
  )

/** A result to write: the runner, the present values, and for a corrected result the values before corrections. */
export type DerivedRow = Original & {
  id: number
  bib: string
  _key: string
  registrationid: number | null
  name: string | null
  gender: GenderLetter | null
  age: number | null
  agegroup: string | null
  field: string
  club: string | null
  doubts: readonly string[]
  laps: number | null
  original: Original | null
  team: string | null
  age_in_year: number | null
}
const array = (splits: readonly (number | null)[]) => `{${splits.map((ms) => ms ?? 'NULL').join(',')}}`

/**
 * The condition that a registration was erased, so timing has no name of the runner. The result keeps the name that the
 * runner chose to keep (features/privacy).
 */
const ERASED = "(excluded.registrationid is not null and excluded.name = '')"
/**
 * Writes new results of timed runners, and changes existing timed results. Imported and submitted results stay as they
 * are. A registrant's wish to be hidden counts from the first split on.
 */
export const upsertDerived = async (
  tx: Tx,
  raceid: number,
  eventid: number,
  rows: readonly DerivedRow[],
  now: Date,
): Promise<{ id: number; bib: string; fresh: boolean }[]> => {
  if (rows.length === 0) return []
  const column = <Name extends keyof DerivedRow>(name: Name) => rows.map((row) => row[name])
  return named(
    tx,
    'results: believed',
    `insert into results (raceid, eventid, id, bib, _key, registrationid, name, gender, age, age_in_year, agegroup, field, club, team, outcome, reason, gun_ms, net_ms, stopped_ms, splits, doubts, original, laps, hide_name, hide_age, timed, created_at, updated_at)
     select $1, $2, one.id, one.bib, one._key, one.registrationid, one.name, one.gender, one.age, one.age_in_year,
       one.agegroup, one.field, one.club, one.team, one.outcome, one.reason, one.gun_ms, one.net_ms, one.stopped_ms,
       one.splits::int[], one.doubts::text[], one.original::jsonb, one.laps,
       ${['hide_name', 'hide_age'].map((wish) => `coalesce((select g.${wish} from ${registrationRows.text} g where g.raceid = $1 and g.id = one.registrationid), false)`).join(', ')}, true, $3, $3
     from unnest($4::bigint[], $5::text[], $6::text[], $7::bigint[], $8::text[], $9::text[], $10::int[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::int[], $17::int[], $18::int[], $19::text[], $20::text[], $21::text[], $22::int[], $23::text[], $24::int[])
       as one (id, bib, _key, registrationid, name, gender, age, agegroup, field, club, outcome, reason, gun_ms, net_ms, stopped_ms, splits, doubts, original, laps, team, age_in_year)
     on conflict (raceid, bib, eventid) do update set
       outcome = excluded.outcome, reason = excluded.reason, gun_ms = excluded.gun_ms, net_ms = excluded.net_ms, stopped_ms = excluded.stopped_ms, splits = excluded.splits, doubts = excluded.doubts, original = excluded.original, laps = excluded.laps, timed = true,
       registrationid = excluded.registrationid, gender = excluded.gender, club = excluded.club, ${['name', 'age', 'age_in_year', 'agegroup'].map((column) => `${column} = case when ${ERASED} then results.${column} else excluded.${column} end`).join(', ')},
       ${['hide_name', 'hide_age'].map((wish) => `${wish} = results.${wish} or (excluded.${wish} and not ${ERASED})`).join(', ')},
       updated_at = excluded.updated_at
     where results.timed
     returning id, bib, (xmax = 0) as fresh`,
    [
      raceid,
      eventid,
      now,
      column('id'),
      column('bib'),
      column('_key'),
      column('registrationid'),
      column('name'),
      column('gender'),
      column('age'),
      column('agegroup'),
      column('field'),
      column('club'),
      column('outcome'),
      column('reason'),
      column('gun_ms'),
      column('net_ms'),
      column('stopped_ms'),
      rows.map(({ splits }) => array(splits)),
      rows.map(({ doubts }) => `{${doubts.join(',')}}`),
      rows.map(({ original }) => (original ? JSON.stringify(original) : null)),
      column('laps'),
      column('team'),
      column('age_in_year'),
    ],
  )
}
export const writeCorrected = async (
  tx: Tx,
  raceid: number,
  rows: readonly ({ id: number; original: Original | null } & Original)[],
  now: Date,
): Promise<void> => {
  if (rows.length === 0) return
  await named(
    tx,
    'results: corrected',
    `update results r
     set outcome = one.outcome, reason = one.reason, gun_ms = one.gun_ms, net_ms = one.net_ms,
       stopped_ms = one.stopped_ms, splits = string_to_array(btrim(one.splits, '{}'), ',', 'NULL')::int[],
       original = one.original, updated_at = $2
     from unnest($3::bigint[], $4::text[], $5::text[], $6::int[], $7::int[], $8::int[], $9::text[], $10::jsonb[]) as one (id, outcome, reason, gun_ms, net_ms, stopped_ms, splits, original)
     where r.raceid = $1 and r.id = one.id`,
    [
      raceid,
      now,
      rows.map(({ id }) => id),
      rows.map(({ outcome }) => outcome),
      rows.map(({ reason }) => reason),
      rows.map(({ gun_ms }) => gun_ms),
      rows.map(({ net_ms }) => net_ms),
      rows.map(({ stopped_ms }) => stopped_ms),
      rows.map(({ splits }) => array(splits)),
      rows.map(({ original }) => (original ? JSON.stringify(original) : null)),
    ],
  )
}

export const writeTeams = async (
  tx: Tx,
  raceid: number,
  eventid: number,
  rows: readonly { bib: string; team: string | null }[],
  now: Date,
): Promise<void> => {
  if (rows.length === 0) return
  await named(
    tx,
    'results: teams corrected',
    `update results r
      set team = one.team, updated_at = $3
      from unnest($4::text[], $5::text[]) as one (bib, team)
      where r.raceid = $1 and r.eventid = $2 and r.bib = one.bib and r.team is distinct from one.team`,
    [raceid, eventid, now, rows.map(({ bib }) => bib), rows.map(({ team }) => team)],
  )
}

/** Writes which names are hidden, by a runner's wish or by staff. */
export const writeHidden = async (
  tx: Tx,
  raceid: number,
  eventid: number,
  bibs: readonly string[],
  now: Date,
): Promise<void> => {
  if (bibs.length === 0) return
  await named(
    tx,
    'results: names hidden',
    `update results r
      set updated_at = $3,
        hide_name = coalesce((select g.hide_name from ${registrationRows.text} g
            where g.raceid = r.raceid and g.id = r.registrationid), false)
          or coalesce((select (c.change ->> 'hidden')::boolean from result_corrections c
            where c.raceid = r.raceid and c.eventid = r.eventid and c.bib = r.bib and c.kind = 'name'
              and c.undone_at is null
            order by c.id desc
            limit 1), false)
      where r.raceid = $1 and r.eventid = $2 and r.bib = any($4::text[])`,
    [raceid, eventid, now, bibs],
  )
}

const correctionColumns = 'id, raceid, eventid, bib, kind, change, reason, staffid, created_at, undone_at'
type CorrectionRow = Omit<Correction, keyof ResultChange> & { kind: ResultChange['kind']; change: object }
const correctionOf = ({ kind, change, ...row }: CorrectionRow): Correction =>
  ({ ...row, ...change, kind }) as Correction
export const insertCorrection = async (
  tx: Tx,
  raceid: number,
  eventid: number,
  bib: string,
  { kind, ...change }: ResultChange,
  by: { reason: string; staffid: number | null; now: Date },
): Promise<number> =>
  (
    await tx
      .insertInto('result_corrections')
      .values({
        raceid,
        eventid,
        bib,
        kind,
        change: jsonb(change),
        reason: by.reason,
        staffid: by.staffid,
        created_at: by.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
export const findCorrection = async (tx: Tx, raceid: number, id: number): Promise<Correction | undefined> => {
  const [row] = await named<CorrectionRow>(
    tx,
    'results: a correction',
    `select ${correctionColumns} from result_corrections where raceid = $1 and id = $2 for update`,
    [raceid, id],
  )
  return row && correctionOf(row)
}
export const markUndone = async (
  tx: Tx,
  raceid: number,
  id: number,
  staffid: number | null,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('result_corrections')
    .set({ undone_at: now, undone_by: staffid })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute()
}
/** Moves corrections to the new spelling of a bib. */
export const moveCorrections = async (
  tx: Tx,
  raceid: number,
  eventid: number,
  moved: readonly { from: string; to: string }[],
): Promise<void> => {
  if (moved.length === 0) return
  await named(
    tx,
    'results: corrections moved',
    `update result_corrections c set bib = coalesce(own.after, c.bib),
     change = case when other.after is null then c.change
       else jsonb_set(c.change, '{with}', other.written) end
     from result_corrections b
     left join unnest($3::text[], $4::text[]) as own (before, after) on own.before = b.bib
     left join unnest($3::text[], $4::text[], $5::jsonb[]) as other (before, after, written) on other.before = b.change->>'with'
     where c.raceid = $1 and c.eventid = $2 and b.raceid = $1 and b.id = c.id
     and coalesce(own.after, other.after) is not null`,
    [
      raceid,
      eventid,
      moved.map(({ from }) => from),
      moved.map(({ to }) => to),
      moved.map(({ to }) => JSON.stringify(to)),
    ],
  )
}
/** Lists the corrections of an event that nobody undid, oldest first. */
export const listCorrections = async (tx: Tx, raceid: number, eventid: number): Promise<Correction[]> =>
  (
    await named<CorrectionRow>(
      tx,
      'results: corrections that count',
      `select ${correctionColumns}
        from result_corrections
        where raceid = $1 and eventid = $2 and undone_at is null
        order by id`,
      [raceid, eventid],
    )
  ).map(correctionOf)
/**
 * Lists at most `limit` corrections of a bib (null: of every bib), the newest first, undone corrections included. A
 * swap is a correction of both of its bibs.
 */
export const listCorrectionsOf = async (
  tx: Tx,
  raceid: number,
  eventid: number | null,
  bib: string | null,
  limit = 100,
  below: number | null = null,
): Promise<Correction[]> =>
  (
    await named<CorrectionRow>(
      tx,
      'results: corrections of',
      `select ${correctionColumns}
        from result_corrections
        where raceid = $1 and ($2::int is null or eventid = $2)
          and ($3::text is null or bib = $3 or change->>'with' = $3) and ($5::bigint is null or id < $5)
        order by id desc
        limit $4`,
      [raceid, eventid, bib, limit, below],
    )
  ).map(correctionOf)
