import { type Db, type Tx, named } from '#db/db.ts'
import { registrationRows } from '#features/registrations/public.store.ts'
import { eventRows } from '#features/events/public.store.ts'
import type { SubmissionState } from './submissions.contract.ts'
import type { GenderLetter, ResultOutcome } from '../rules.ts'

export type SubmissionRow = {
  id: number
  raceid: number
  registrationid: number
  eventid: number
  uid: number
  time_ms: number
  note: string
  proof: string
  state: SubmissionState
  reason: string | null
  taken_ms: number | null
  created_at: Date
  decided_at: Date | null
  r_key: string
  r_name: string
  r_bib: string | null
  r_prefix: string | null
  r_gender: string | null
  r_age: number | null
  r_age_in_year: number | null
  e_name: string
  e_names: unknown
}
const columns = `h.id, h.raceid, h.registrationid, h.eventid, h.uid, h.time_ms, h.note, h.proof, h.state, h.reason, h.taken_ms, h.created_at, h.decided_at,
  r._key as r_key, r.name as r_name, r.bib as r_bib, r.prefix_bib as r_prefix, r.gender as r_gender, r.age_on_race_day as r_age, r.age_in_race_year as r_age_in_year, e.name as e_name, e.names as e_names
  from handed_in_results h
  join ${registrationRows.text} r on r.raceid = h.raceid and r.id = h.registrationid
  join ${eventRows.text} e on e.raceid = h.raceid and e.id = h.eventid`

export const listOfRegistrations = (
  db: Db,
  raceid: number,
  registrationids: readonly number[],
): Promise<SubmissionRow[]> =>
  named<SubmissionRow>(
    db,
    'handed in: of registrations',
    `select ${columns} where h.raceid = $1 and h.registrationid = any($2::bigint[]) order by h.id desc limit 100`,
    [raceid, registrationids],
  )

/** Lists submissions: undecided submissions with the oldest first, or decided submissions with the newest first. */
export const listSubmissions = (
  db: Db,
  raceid: number,
  state: SubmissionState,
  after: number | null,
  limit: number,
): Promise<SubmissionRow[]> =>
  state === 'waiting'
    ? named<SubmissionRow>(
        db,
        'handed in: waiting',
        `select ${columns}
          where h.raceid = $1 and h.state = 'waiting' and h.id > coalesce($2::bigint, 0)
          order by h.id
          limit $3`,
        [raceid, after, limit],
      )
    : named<SubmissionRow>(
        db,
        'handed in: decided',
        `select ${columns}
          where h.raceid = $1 and h.state = $4 and h.id < coalesce($2::bigint, 9007199254740991)
          order by h.id desc
          limit $3`,
        [raceid, after, limit, state],
      )
export const countWaitingSubmissions = async (db: Db, raceid: number): Promise<number> =>
  Number(
    (
      await named<{ count: number }>(
        db,
        'handed in: how many wait',
        "select count(*) as count from handed_in_results where raceid = $1 and state = 'waiting'",
        [raceid],
      )
    )[0]!.count,
  )

export const lockSubmission = async (tx: Tx, raceid: number, id: number): Promise<SubmissionRow | undefined> =>
  (
    await named<SubmissionRow>(
      tx,
      'handed in: one',
      `select ${columns} where h.raceid = $1 and h.id = $2 for update of h`,
      [raceid, id],
    )
  )[0]
export const findSubmission = async (tx: Tx, raceid: number, id: number): Promise<SubmissionRow | undefined> =>
  (
    await named<SubmissionRow>(tx, 'handed in: one read', `select ${columns} where h.raceid = $1 and h.id = $2`, [
      raceid,
      id,
    ])
  )[0]

export const isMarkKnown = async (db: Db | Tx, raceid: number, mark: Buffer): Promise<boolean> =>
  (await db
    .selectFrom('handed_in_results')
    .select('id')
    .where('raceid', '=', raceid)
    .where('mark', '=', mark)
    .executeTakeFirst()) !== undefined

type NewSubmission = {
  raceid: number
  registrationid: number
  eventid: number
  uid: number
  time_ms: number
  note: string
  proof: string
  mark: Buffer
  created_at: Date
}
/**
 * Writes a submission. Returns undefined if the race already has a submission with the same proof, or if the
 * registration has an undecided submission.
 */
export const insertSubmission = async (tx: Tx, row: NewSubmission): Promise<number | undefined> =>
  (
    await tx
      .insertInto('handed_in_results')
      .values(row)
      .onConflict((on) => on.doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id

export const decideSubmission = async (
  tx: Tx,
  raceid: number,
  id: number,
  decided: {
    state: SubmissionState
    reason: string | null
    taken_ms: number | null
    staffid: number | null
    decided_at: Date
  },
): Promise<void> => {
  await tx.updateTable('handed_in_results').set(decided).where('raceid', '=', raceid).where('id', '=', id).execute()
}

export const listOutcomes = async (
  db: Db | Tx,
  raceid: number,
  registrationids: readonly number[],
): Promise<{ registrationid: number; outcome: ResultOutcome }[]> =>
  named<{ registrationid: number; outcome: ResultOutcome }>(
    db,
    'handed in: outcomes',
    'select registrationid, outcome from results where raceid = $1 and registrationid = any($2::bigint[])',
    [raceid, registrationids],
  )

type TakenRow = {
  raceid: number
  eventid: number
  id: number
  _key: string
  bib: string
  registrationid: number
  name: string
  gender: GenderLetter | null
  age: number | null
  age_in_year: number | null
  agegroup: string | null
  ms: number
  now: Date
}
/**
 * Writes the accepted result, as a new result or in place of a result without a finish. Timing then stops deriving that
 * result.
 */
export const upsertTaken = async (tx: Tx, row: TakenRow): Promise<{ id: number; _key: string; fresh: boolean }> => {
  const { raceid, eventid, id, _key, bib, registrationid, name, gender, age, age_in_year, agegroup, ms, now } = row
  const [runner] = await named<{ hide_name: boolean; hide_age: boolean }>(
    tx,
    'handed in: wishes of the runner',
    `select hide_name, hide_age from ${registrationRows.text} r where raceid = $1 and id = $2`,
    [raceid, registrationid],
  )
  const [written] = await named<{ id: number; _key: string; fresh: boolean }>(
    tx,
    'handed in: taken',
    `insert into results (raceid, eventid, id, _key, bib, registrationid, name, gender, age, agegroup, age_in_year, outcome, gun_ms, net_ms, handed_in, hide_name, hide_age, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $13, 'finished', $11, $11, true, $14, $15, $12, $12)
     on conflict (raceid, bib, eventid) do update set outcome = 'finished', reason = null, gun_ms = excluded.gun_ms,
       net_ms = excluded.net_ms, stopped_ms = null, handed_in = true, timed = false, original = null, doubts = '{}',
       updated_at = excluded.updated_at
     returning id, _key, (xmax = 0) as fresh`,
    [
      raceid,
      eventid,
      id,
      _key,
      bib,
      registrationid,
      name,
      gender,
      age,
      agegroup,
      ms,
      now,
      age_in_year,
      runner!.hide_name,
      runner!.hide_age,
    ],
  )
  return written!
}
