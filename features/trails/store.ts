import { type Db, type Tx, named } from '#db/db.ts'
import type { CheckWay } from './check.rules.ts'
import type { Reason } from './contract.ts'
import type { TrailRanking } from './rank.rules.ts'
import type { Sketch } from './track.rules.ts'

export type TrailRow = {
  raceid: number
  id: number
  name: string
  names: Record<string, string>
  description: string
  eventid: number | null
  ordered: boolean
  ranking: TrailRanking
  rounds: number
  opens_at: Date | null
  closes_at: Date | null
  published_at: Date | null
  updated_at: Date
}
export type TrailPointRow = {
  trailid: number
  point: number
  name: string
  names: Record<string, string>
  lat: number | null
  lon: number | null
  radius: number
  accuracy: number
  ways: CheckWay[]
  rotating: boolean
  serial: number
  points: number
  opens_at: Date | null
  closes_at: Date | null
}
export type TrailSignupRow = {
  raceid: number
  id: number
  trailid: number
  uid: number
  name: string
  consent_version: string
  consent_at: Date
  withdrawn_at: Date | null
}
export type TrailCheckRow = {
  id: number
  trailid: number
  signupid: number
  point: number | null
  way: CheckWay
  round: number | null
  points: number
  at: Date
  received_at: Date
  late: boolean
  reason: Reason | null
  lat: number | null
  lon: number | null
  accuracy: number | null
  fileid: number | null
  decided_at: Date | null
}

const trailColumns = `raceid, id, name, names, description, eventid, ordered, ranking, rounds, opens_at, closes_at,
  published_at, updated_at`
export const listTrails = (on: Db | Tx, raceid: number): Promise<TrailRow[]> =>
  named<TrailRow>(on, 'trails: list', `select ${trailColumns} from trails where raceid = $1 order by id`, [raceid])
export const findTrail = async (on: Db | Tx, raceid: number, id: number): Promise<TrailRow | undefined> =>
  (
    await named<TrailRow>(on, 'trails: one', `select ${trailColumns} from trails where raceid = $1 and id = $2`, [
      raceid,
      id,
    ])
  )[0]
/** Finds a trail and locks it, so that the points do not change while the server stores checks from a file. */
export const lockTrail = async (tx: Tx, raceid: number, id: number): Promise<TrailRow | undefined> =>
  (
    await named<TrailRow>(
      tx,
      'trails: lock',
      `select ${trailColumns} from trails where raceid = $1 and id = $2 for no key update`,
      [raceid, id],
    )
  )[0]
export const listPoints = (on: Db | Tx, raceid: number, trailid: number | null = null): Promise<TrailPointRow[]> =>
  named<TrailPointRow>(
    on,
    'trails: points',
    `select trailid, point, name, names, lat, lon, radius, accuracy, ways, rotating, serial, points, opens_at, closes_at
      from trail_points where raceid = $1 and ($2::int is null or trailid = $2) order by trailid, point`,
    [raceid, trailid],
  )
export const countPeople = (db: Db, raceid: number): Promise<{ trailid: number; people: number }[]> =>
  named(
    db,
    'trails: people',
    `select trailid, count(*)::int as people from trail_signups
      where raceid = $1 and withdrawn_at is null group by trailid`,
    [raceid],
  )

type TrailGiven = Omit<TrailRow, 'id' | 'updated_at'> & { id?: number | undefined }
const trailValues = (row: TrailGiven, now: Date): unknown[] => [
  row.raceid,
  row.name,
  JSON.stringify(row.names),
  row.description,
  row.eventid,
  row.ordered,
  row.ranking,
  row.rounds,
  row.opens_at,
  row.closes_at,
  row.published_at,
  now,
]
export const saveTrail = async (tx: Tx, row: TrailGiven, now: Date): Promise<TrailRow> =>
  (row.id === undefined
    ? await named<TrailRow>(
        tx,
        'trails: insert',
        `insert into trails (raceid, name, names, description, eventid, ordered, ranking, rounds, opens_at, closes_at,
            published_at, created_at, updated_at)
          values ($1, $2, $3::jsonb, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12) returning ${trailColumns}`,
        trailValues(row, now),
      )
    : await named<TrailRow>(
        tx,
        'trails: update',
        `update trails set name = $2, names = $3::jsonb, description = $4, eventid = $5, ordered = $6, ranking = $7,
            rounds = $8, opens_at = $9, closes_at = $10, published_at = $11, updated_at = $12
          where raceid = $1 and id = $13 returning ${trailColumns}`,
        [...trailValues(row, now), row.id],
      ))[0]!
/** Writes all points of a trail. A point keeps the edition of its code. */
export const savePoints = async (
  tx: Tx,
  raceid: number,
  trailid: number,
  points: readonly Omit<TrailPointRow, 'trailid' | 'point' | 'serial'>[],
): Promise<void> => {
  await named(
    tx,
    'trails: fewer points',
    'delete from trail_points where raceid = $1 and trailid = $2 and point > $3',
    [raceid, trailid, points.length],
  )
  for (const [n, one] of points.entries())
    await named(
      tx,
      'trails: save point',
      `insert into trail_points (raceid, trailid, point, name, names, lat, lon, radius, accuracy, ways, rotating, points,
          opens_at, closes_at)
        values ($1, $2, $3, $4, $5::jsonb, $6, $7, $8, $9, $10::text[], $11, $12, $13, $14)
        on conflict (raceid, trailid, point) do update set name = excluded.name, names = excluded.names,
          lat = excluded.lat, lon = excluded.lon, radius = excluded.radius, accuracy = excluded.accuracy,
          ways = excluded.ways, rotating = excluded.rotating, points = excluded.points, opens_at = excluded.opens_at,
          closes_at = excluded.closes_at`,
      [
        raceid,
        trailid,
        n + 1,
        one.name,
        JSON.stringify(one.names),
        one.lat,
        one.lon,
        one.radius,
        one.accuracy,
        one.ways,
        one.rotating,
        one.points,
        one.opens_at,
        one.closes_at,
      ],
    )
}
export const renewCode = async (tx: Tx, raceid: number, trailid: number, point: number): Promise<void> => {
  await named(
    tx,
    'trails: renew code',
    'update trail_points set serial = serial + 1 where raceid = $1 and trailid = $2 and point = $3',
    [raceid, trailid, point],
  )
}

const signupColumns = 'raceid, id, trailid, uid, name, consent_version, consent_at, withdrawn_at'
export const listSignups = (on: Db | Tx, uid: number, raceid: number | undefined): Promise<TrailSignupRow[]> =>
  named<TrailSignupRow>(
    on,
    'trails: signups of account',
    `select ${signupColumns} from trail_signups
      where uid = $1 and ($2::int is null or raceid = $2) order by created_at desc, id desc limit 200`,
    [uid, raceid ?? null],
  )
export const findSignup = async (
  on: Db | Tx,
  raceid: number,
  trailid: number,
  uid: number,
): Promise<TrailSignupRow | undefined> =>
  (
    await named<TrailSignupRow>(
      on,
      'trails: signup',
      `select ${signupColumns} from trail_signups where raceid = $1 and trailid = $2 and uid = $3`,
      [raceid, trailid, uid],
    )
  )[0]
export const findSignupById = async (db: Db, raceid: number, id: number): Promise<TrailSignupRow | undefined> =>
  (
    await named<TrailSignupRow>(
      db,
      'trails: signup by id',
      `select ${signupColumns} from trail_signups where raceid = $1 and id = $2`,
      [raceid, id],
    )
  )[0]
/** Locks a sign-up and returns it. The server therefore handles the checks of one person one after the other. */
export const lockSignup = async (tx: Tx, raceid: number, id: number): Promise<TrailSignupRow | undefined> =>
  (
    await named<TrailSignupRow>(
      tx,
      'trails: lock signup',
      `select ${signupColumns} from trail_signups where raceid = $1 and id = $2 for no key update`,
      [raceid, id],
    )
  )[0]
export const saveSignup = async (
  tx: Tx,
  { raceid, trailid, uid, name, consent_version }: Omit<TrailSignupRow, 'id' | 'consent_at' | 'withdrawn_at'>,
  now: Date,
): Promise<TrailSignupRow> =>
  (
    await named<TrailSignupRow>(
      tx,
      'trails: sign up',
      `insert into trail_signups (raceid, trailid, uid, name, consent_version, consent_at, created_at)
        values ($1, $2, $3, $4, $5, $6, $6)
        on conflict (raceid, trailid, uid) do update set name = excluded.name,
          consent_version = excluded.consent_version, consent_at = excluded.consent_at, withdrawn_at = null
        returning ${signupColumns}`,
      [raceid, trailid, uid, name, consent_version, now],
    )
  )[0]!
/** Ends a consent. It erases checks and tracks at once, and keeps a record of the consent without a name. */
export const withdrawSignup = async (tx: Tx, { raceid, id }: TrailSignupRow, now: Date): Promise<TrailSignupRow> => {
  await lockSignup(tx, raceid, id)
  await named(tx, 'trails: erase checks', 'delete from trail_checks where raceid = $1 and signupid = $2', [raceid, id])
  await named(tx, 'trails: erase files', 'delete from trail_files where raceid = $1 and signupid = $2', [raceid, id])
  return (
    await named<TrailSignupRow>(
      tx,
      'trails: withdraw',
      `update trail_signups set withdrawn_at = $3, name = '' where raceid = $1 and id = $2 returning ${signupColumns}`,
      [raceid, id, now],
    )
  )[0]!
}

const checkColumns = `id, trailid, signupid, point, way, round, points, at, received_at, late, reason, lat, lon, accuracy,
  fileid, decided_at`
export type CountedRow = TrailCheckRow & { point: number; round: number }
/** Lists the checks of a sign-up that count, by round and then by time. */
export const listCounted = (on: Db | Tx, raceid: number, signupid: number): Promise<CountedRow[]> =>
  named<CountedRow>(
    on,
    'trails: counted',
    `select ${checkColumns} from trail_checks
      where raceid = $1 and signupid = $2 and reason is null order by round, at, id`,
    [raceid, signupid],
  )
export type RankedSignupRow = { signupid: number; name: string; point: number; round: number; points: number; at: Date }
export const listRanked = (db: Db, raceid: number, trailid: number): Promise<RankedSignupRow[]> =>
  named<RankedSignupRow>(
    db,
    'trails: ranked',
    `select c.signupid, s.name, c.point, c.round, c.points, c.at
      from trail_checks c join trail_signups s on s.raceid = c.raceid and s.id = c.signupid
      where c.raceid = $1 and c.trailid = $2 and c.reason is null and s.withdrawn_at is null
      order by c.signupid, c.round, c.at`,
    [raceid, trailid],
  )
export const listLogs = (db: Db, raceid: number, signupid: number): Promise<TrailCheckRow[]> =>
  named<TrailCheckRow>(
    db,
    'trails: logs',
    `select ${checkColumns} from trail_checks where raceid = $1 and signupid = $2 order by id desc limit 200`,
    [raceid, signupid],
  )
/** Locks a point. If two people use one code at the same moment, the server then handles them one after the other. */
export const lockPoint = async (tx: Tx, raceid: number, trailid: number, point: number): Promise<void> => {
  await named(
    tx,
    'trails: lock point',
    'select point from trail_points where raceid = $1 and trailid = $2 and point = $3 for no key update',
    [raceid, trailid, point],
  )
}
export type UsedCode = { lat: number; lon: number; accuracy: number; at: Date }
/** Finds the newest use of the code of a point within ten minutes of a moment, with the place of the person. */
export const findUse = async (
  tx: Tx,
  { raceid, trailid, point, at }: { raceid: number; trailid: number; point: number; at: Date },
): Promise<UsedCode | undefined> =>
  (
    await named<UsedCode>(
      tx,
      'trails: use of a code',
      `select lat, lon, coalesce(accuracy, 0) as accuracy, at from trail_checks
        where raceid = $1 and trailid = $2 and point = $3 and way = 'code' and reason is null and lat is not null
          and at between $4::timestamptz - interval '10 minutes' and $4::timestamptz + interval '10 minutes'
        order by at desc limit 1`,
      [raceid, trailid, point, at],
    )
  )[0]

export type NewCheck = Omit<TrailCheckRow, 'id' | 'decided_at'>
export const insertCheck = async (tx: Tx, raceid: number, row: NewCheck): Promise<TrailCheckRow> =>
  (
    await named<TrailCheckRow>(
      tx,
      'trails: insert check',
      `insert into trail_checks (raceid, trailid, signupid, point, way, round, points, at, received_at, late, reason, lat,
          lon, accuracy, fileid)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) returning ${checkColumns}`,
      [
        raceid,
        row.trailid,
        row.signupid,
        row.point,
        row.way,
        row.round,
        row.points,
        row.at,
        row.received_at,
        row.late,
        row.reason,
        row.lat,
        row.lon,
        row.accuracy,
        row.fileid,
      ],
    )
  )[0]!

/**
 * Lists the sketches of the newest tracks of a trail that have a similar length and may therefore be the same
 * recording.
 */
export const listSketches = (tx: Tx, raceid: number, trailid: number, metres: number): Promise<{ sketch: Sketch }[]> =>
  named<{ sketch: Sketch }>(
    tx,
    'trails: sketches',
    `select sketch from trail_files where raceid = $1 and trailid = $2 and sketch is not null
      and metres between $3::int / 2 and $3::int * 2 order by id desc limit 2000`,
    [raceid, trailid, metres],
  )
export const insertFile = async (
  tx: Tx,
  raceid: number,
  row: { trailid: number; signupid: number; metres: number; started_at: Date; stopped_at: Date; sketch: Sketch },
  now: Date,
): Promise<number> =>
  (
    await named<{ id: number }>(
      tx,
      'trails: insert file',
      `insert into trail_files (raceid, trailid, signupid, metres, started_at, stopped_at, sketch, created_at)
        values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8) returning id`,
      [raceid, row.trailid, row.signupid, row.metres, row.started_at, row.stopped_at, JSON.stringify(row.sketch), now],
    )
  )[0]!.id
