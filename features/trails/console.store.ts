import { type Db, type Tx, named } from '#db/db.ts'
import type { TrailCheckRow } from './store.ts'

export type SeenCheck = TrailCheckRow & { name: string }
const selected = `select c.id, c.trailid, c.signupid, c.point, c.way, c.round, c.points, c.at, c.received_at, c.late,
    c.reason, c.lat, c.lon, c.accuracy, c.fileid, c.decided_at, s.name
  from trail_checks c join trail_signups s on s.raceid = c.raceid and s.id = c.signupid`

export type Only = 'all' | 'refused' | 'late'
export const listChecks = (db: Db, raceid: number, trailid: number, only: Only): Promise<SeenCheck[]> =>
  named<SeenCheck>(
    db,
    'trails: checks for staff',
    `${selected} where c.raceid = $1 and c.trailid = $2
      and ($3 = 'all' or ($3 = 'refused' and c.reason is not null) or ($3 = 'late' and c.late))
      order by c.id desc limit 500`,
    [raceid, trailid, only],
  )
export const listChecksAfter = (
  db: Db,
  raceid: number,
  { trailid, after, limit }: { trailid: number; after: number | undefined; limit: number },
): Promise<SeenCheck[]> =>
  named<SeenCheck>(
    db,
    'trails: checks for a file',
    `${selected} where c.raceid = $1 and c.trailid = $2 and ($3::bigint is null or c.id > $3)
      order by c.id limit $4`,
    [raceid, trailid, after ?? null, limit],
  )
export const findTrailCheck = async (
  on: Db | Tx,
  raceid: number,
  trailid: number,
  id: number,
): Promise<SeenCheck | undefined> =>
  (
    await named<SeenCheck>(
      on,
      'trails: check for staff',
      `${selected} where c.raceid = $1 and c.trailid = $2 and c.id = $3`,
      [raceid, trailid, id],
    )
  )[0]
export const decideOn = async (
  tx: Tx,
  raceid: number,
  { id, round, points, reason }: Pick<TrailCheckRow, 'id' | 'round' | 'points' | 'reason'>,
  staffid: number | null,
  now: Date,
): Promise<void> => {
  await named(
    tx,
    'trails: decide',
    `update trail_checks set round = $3, points = $4, reason = $5, decided_by = $6, decided_at = $7
      where raceid = $1 and id = $2`,
    [raceid, id, round, points, reason, staffid, now],
  )
}
/** Tells whether a trail has a check that counts. */
export const hasCheckIns = async (tx: Tx, raceid: number, trailid: number): Promise<boolean> =>
  (
    await named(
      tx,
      'trails: walked',
      'select 1 from trail_checks where raceid = $1 and trailid = $2 and reason is null limit 1',
      [raceid, trailid],
    )
  ).length > 0
