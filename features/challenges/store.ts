import { type Db, type Tx, named } from '#db/db.ts'
import type { Sketch } from '#features/trails/track.rules.ts'
import type { ProofReason } from './contract.ts'
import type { DayRules, ProofKind } from './days.rules.ts'

export type ChallengeRow = Omit<DayRules, 'proofs'> & {
  proofs: ProofKind[]
  raceid: number
  id: number
  name: string
  names: Record<string, string>
  description: string
  descriptions: Record<string, string>
  review: boolean
  published_at: Date | null
  updated_at: Date
}
export type ChallengeSignupRow = {
  raceid: number
  id: number
  challengeid: number
  uid: number
  name: string
  groupid: number | null
  withdrawn_at: Date | null
}
export type GroupRow = { raceid: number; id: number; challengeid: number; name: string; code: string }
export type ProofState = 'counts' | 'waiting' | 'refused'
export type ProofRow = {
  id: number
  challengeid: number
  signupid: number
  day: string
  made_up: boolean
  proof: ProofKind
  metres: number
  seconds: number | null
  photo: string | null
  state: ProofState
  reason: ProofReason | null
  note: string
  decided_at: Date | null
  created_at: Date
}

const challengeColumns = `raceid, id, name, names, description, descriptions, goal, reach as target, starts_on,
  ends_on, least_metres, proofs, review, makeups, makeup_days, published_at, updated_at`
export const listChallenges = (on: Db | Tx, raceid: number): Promise<ChallengeRow[]> =>
  named<ChallengeRow>(
    on,
    'challenges: list',
    `select ${challengeColumns} from challenges where raceid = $1 order by starts_on desc, id desc limit 200`,
    [raceid],
  )
export const findChallenge = async (on: Db | Tx, raceid: number, id: number): Promise<ChallengeRow | undefined> =>
  (
    await named<ChallengeRow>(
      on,
      'challenges: one',
      `select ${challengeColumns} from challenges where raceid = $1 and id = $2`,
      [raceid, id],
    )
  )[0]
/** Finds a challenge and locks it, so that its rules do not change while the server stores a proof. */
export const lockChallenge = async (tx: Tx, raceid: number, id: number): Promise<ChallengeRow | undefined> =>
  (
    await named<ChallengeRow>(
      tx,
      'challenges: lock',
      `select ${challengeColumns} from challenges where raceid = $1 and id = $2 for no key update`,
      [raceid, id],
    )
  )[0]
export const countPeople = (on: Db | Tx, raceid: number): Promise<{ challengeid: number; people: number }[]> =>
  named(
    on,
    'challenges: people',
    `select challengeid, count(*)::int as people from challenge_signups
      where raceid = $1 and withdrawn_at is null group by challengeid`,
    [raceid],
  )
export const countWaitingProofs = (on: Db | Tx, raceid: number): Promise<{ challengeid: number; waiting: number }[]> =>
  named(
    on,
    'challenges: waiting',
    `select challengeid, count(*)::int as waiting from challenge_proofs
      where raceid = $1 and state = 'waiting' group by challengeid`,
    [raceid],
  )

type ChallengeGiven = Omit<ChallengeRow, 'id' | 'updated_at'> & { id?: number | undefined }
const valuesOf = (row: ChallengeGiven, now: Date): unknown[] => [
  row.raceid,
  row.name,
  JSON.stringify(row.names),
  row.description,
  row.goal,
  row.target,
  row.starts_on,
  row.ends_on,
  row.least_metres,
  row.proofs,
  row.review,
  row.makeups,
  row.makeup_days,
  row.published_at,
  now,
  JSON.stringify(row.descriptions),
]
export const saveChallenge = async (tx: Tx, row: ChallengeGiven, now: Date): Promise<ChallengeRow> =>
  (row.id === undefined
    ? await named<ChallengeRow>(
        tx,
        'challenges: insert',
        `insert into challenges (raceid, name, names, description, goal, reach, starts_on, ends_on, least_metres,
            proofs, review, makeups, makeup_days, published_at, created_at, updated_at, descriptions)
          values ($1, $2, $3::jsonb, $4, $5, $6, $7::date, $8::date, $9, $10::text[], $11, $12, $13, $14, $15, $15,
            $16::jsonb)
          returning ${challengeColumns}`,
        valuesOf(row, now),
      )
    : await named<ChallengeRow>(
        tx,
        'challenges: update',
        `update challenges set name = $2, names = $3::jsonb, description = $4, goal = $5, reach = $6,
            starts_on = $7::date, ends_on = $8::date, least_metres = $9, proofs = $10::text[], review = $11,
            makeups = $12, makeup_days = $13, published_at = $14, updated_at = $15, descriptions = $16::jsonb
          where raceid = $1 and id = $17 returning ${challengeColumns}`,
        [...valuesOf(row, now), row.id],
      ))[0]!

const signupColumns = 'raceid, id, challengeid, uid, name, groupid, withdrawn_at'
export const listSignups = (db: Db, uid: number, raceid: number | undefined): Promise<ChallengeSignupRow[]> =>
  named<ChallengeSignupRow>(
    db,
    'challenges: signups of account',
    `select ${signupColumns} from challenge_signups
      where uid = $1 and withdrawn_at is null and ($2::int is null or raceid = $2)
      order by created_at desc, id desc limit 100`,
    [uid, raceid ?? null],
  )
export const findSignup = async (
  on: Db | Tx,
  raceid: number,
  challengeid: number,
  uid: number,
): Promise<ChallengeSignupRow | undefined> =>
  (
    await named<ChallengeSignupRow>(
      on,
      'challenges: signup',
      `select ${signupColumns} from challenge_signups where raceid = $1 and challengeid = $2 and uid = $3`,
      [raceid, challengeid, uid],
    )
  )[0]
export const findSignupById = async (db: Db, raceid: number, id: number): Promise<ChallengeSignupRow | undefined> =>
  (
    await named<ChallengeSignupRow>(
      db,
      'challenges: signup by id',
      `select ${signupColumns} from challenge_signups where raceid = $1 and id = $2`,
      [raceid, id],
    )
  )[0]
/** Locks a sign-up, so that the server handles the proofs of one person one after the other. */
export const lockSignup = async (tx: Tx, raceid: number, id: number): Promise<ChallengeSignupRow | undefined> =>
  (
    await named<ChallengeSignupRow>(
      tx,
      'challenges: lock signup',
      `select ${signupColumns} from challenge_signups where raceid = $1 and id = $2 for no key update`,
      [raceid, id],
    )
  )[0]
export const saveSignup = async (
  tx: Tx,
  row: Pick<ChallengeSignupRow, 'raceid' | 'challengeid' | 'uid' | 'name'> & { consent_version: string },
  now: Date,
): Promise<ChallengeSignupRow> =>
  (
    await named<ChallengeSignupRow>(
      tx,
      'challenges: sign up',
      `insert into challenge_signups (raceid, challengeid, uid, name, consent_version, consent_at, created_at)
        values ($1, $2, $3, $4, $5, $6, $6)
        on conflict (raceid, challengeid, uid) do update set name = excluded.name,
          consent_version = excluded.consent_version, consent_at = excluded.consent_at, withdrawn_at = null
        returning ${signupColumns}`,
      [row.raceid, row.challengeid, row.uid, row.name, row.consent_version, now],
    )
  )[0]!
/** Ends the consent of a sign-up and erases the sign-up's proofs. Returns the names of the erased proofs' photos. */
export const withdrawSignup = async (tx: Tx, { raceid, id }: ChallengeSignupRow, now: Date): Promise<string[]> => {
  const gone = await named<{ photo: string | null }>(
    tx,
    'challenges: erase proofs',
    'delete from challenge_proofs where raceid = $1 and signupid = $2 returning photo',
    [raceid, id],
  )
  await named(
    tx,
    'challenges: withdraw',
    `update challenge_signups set withdrawn_at = $3, name = '', groupid = null where raceid = $1 and id = $2`,
    [raceid, id, now],
  )
  return gone.flatMap(({ photo }) => (photo === null ? [] : [photo]))
}
export const setGroup = async (tx: Tx, { raceid, id }: ChallengeSignupRow, groupid: number | null): Promise<void> => {
  await named(tx, 'challenges: set group', 'update challenge_signups set groupid = $3 where raceid = $1 and id = $2', [
    raceid,
    id,
    groupid,
  ])
}
const groupColumns = 'raceid, id, challengeid, name, code'
export const insertGroup = async (tx: Tx, row: Omit<GroupRow, 'id'>, now: Date): Promise<GroupRow> =>
  (
    await named<GroupRow>(
      tx,
      'challenges: new group',
      `insert into challenge_groups (raceid, challengeid, name, code, created_at) values ($1, $2, $3, $4, $5)
        returning ${groupColumns}`,
      [row.raceid, row.challengeid, row.name, row.code, now],
    )
  )[0]!
/** Finds a group of a challenge by the group's code, without a lock. */
export const findGroup = async (
  on: Db | Tx,
  raceid: number,
  challengeid: number,
  code: string,
): Promise<GroupRow | undefined> =>
  (
    await named<GroupRow>(
      on,
      'challenges: group',
      `select ${groupColumns} from challenge_groups where raceid = $1 and challengeid = $2 and code = $3`,
      [raceid, challengeid, code],
    )
  )[0]
export const lockGroup = async (tx: Tx, { raceid, id }: GroupRow): Promise<number> => {
  await named(tx, 'challenges: lock group', 'select 1 from challenge_groups where raceid = $1 and id = $2 for update', [
    raceid,
    id,
  ])
  return countGroup(tx, raceid, id)
}
const countGroup = async (on: Db | Tx, raceid: number, id: number): Promise<number> =>
  (
    await named<{ people: number }>(
      on,
      'challenges: people of group',
      `select count(*)::int as people from challenge_signups
        where raceid = $1 and groupid = $2 and withdrawn_at is null`,
      [raceid, id],
    )
  )[0]!.people
export const groupOf = async (
  on: Db | Tx,
  raceid: number,
  id: number,
): Promise<{ id: number; name: string; code: string; people: number } | undefined> => {
  const [row] = await named<GroupRow>(
    on,
    'challenges: own group',
    `select ${groupColumns} from challenge_groups where raceid = $1 and id = $2`,
    [raceid, id],
  )
  return row && { id: row.id, name: row.name, code: row.code, people: await countGroup(on, raceid, id) }
}

export type NewProof = Omit<ProofRow, 'id' | 'created_at' | 'decided_at'> & {
  began_at: Date | null
  mark: Buffer | null
  sketch: Sketch | null
}
const proofColumns = `id::int, challengeid, signupid, day, made_up, proof, metres, seconds, photo, state, reason,
  note, decided_at, created_at`
export const insertProof = async (tx: Tx, raceid: number, row: NewProof, now: Date): Promise<ProofRow> =>
  (
    await named<ProofRow>(
      tx,
      'challenges: proof',
      `insert into challenge_proofs (raceid, challengeid, signupid, day, made_up, proof, metres, seconds, began_at, photo,
          mark, sketch, state, reason, note, created_at)
        values ($1, $2, $3, $4::date, $5, $6, $7, $8, $9, $10, $11, $12::jsonb, $13, $14, $15, $16)
        returning ${proofColumns}`,
      [
        raceid,
        row.challengeid,
        row.signupid,
        row.day,
        row.made_up,
        row.proof,
        row.metres,
        row.seconds,
        row.began_at,
        row.photo,
        row.mark,
        row.sketch === null ? null : JSON.stringify(row.sketch),
        row.state,
        row.reason,
        row.note,
        now,
      ],
    )
  )[0]!
/**
 * Lists the proofs of a person, the newest first and at most 3,000. A person hands in only a few proofs a day, so the
 * list needs no pages.
 */
export const listProofs = (on: Db | Tx, raceid: number, signupid: number): Promise<ProofRow[]> =>
  named<ProofRow>(
    on,
    'challenges: own proofs',
    `select ${proofColumns} from challenge_proofs where raceid = $1 and signupid = $2 order by id desc limit 3000`,
    [raceid, signupid],
  )
export const isPhotoKnown = async (tx: Tx, raceid: number, challengeid: number, mark: Buffer): Promise<boolean> =>
  (
    await named(
      tx,
      'challenges: known photo',
      `select 1 from challenge_proofs
        where raceid = $1 and challengeid = $2 and mark = $3 and state <> 'refused' limit 1`,
      [raceid, challengeid, mark],
    )
  ).length > 0
/**
 * Lists the sketches of tracks with 0.6 to 1.7 times this length, the newest first and at most 2,000. Refused proofs do
 * not count.
 */
export const listSketches = (
  tx: Tx,
  raceid: number,
  challengeid: number,
  metres: number,
): Promise<{ sketch: Sketch }[]> =>
  named(
    tx,
    'challenges: sketches',
    `select sketch from challenge_proofs
      where raceid = $1 and challengeid = $2 and sketch is not null and state <> 'refused'
        and metres between $3 * 0.6 and $3 * 1.7
      order by id desc limit 2000`,
    [raceid, challengeid, metres],
  )

export type PersonDays = { name: string; group: string | null; days: number; metres: number }
/**
 * Adds up the complete days and the metres of each person with a proof that counts. `groupid` null means all people.
 */
export const listPeople = (
  db: Db,
  { raceid, id, least_metres }: Pick<ChallengeRow, 'raceid' | 'id' | 'least_metres'>,
  groupid: number | null,
): Promise<PersonDays[]> =>
  named<PersonDays>(
    db,
    'challenges: people ranked',
    `select s.name, g.name as group, count(*) filter (where d.photo or d.metres >= greatest(1, $3))::int as days,
        coalesce(sum(d.metres), 0)::int as metres
      from challenge_signups s
      left join challenge_groups g on g.raceid = s.raceid and g.id = s.groupid
      join (select signupid, day, sum(metres)::int as metres, bool_or(proof = 'photo') as photo from challenge_proofs
        where raceid = $1 and challengeid = $2 and state = 'counts' group by signupid, day) d on d.signupid = s.id
      where s.raceid = $1 and s.challengeid = $2 and s.withdrawn_at is null and ($4::int is null or s.groupid = $4)
      group by s.id, s.name, g.name order by s.id`,
    [raceid, id, least_metres, groupid],
  )
