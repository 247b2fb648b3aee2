import { sql } from 'kysely'
import type { Merging } from '#contract/personal.ts'
import { type Db, type Tx, named } from '#db/db.ts'

type Held = {
  raceid: number
  trailid: number
  name: string
  consent_at: Date
  withdrawn_at: Date | null
  checks: unknown
}
export const listTrailRecords = (db: Db, uid: number): Promise<Held[]> =>
  named<Held>(
    db,
    'trails: copy of an account',
    `select s.raceid, s.trailid, s.name, s.consent_at, s.withdrawn_at,
        coalesce((select jsonb_agg(jsonb_build_object('at', c.at, 'point', c.point, 'way', c.way, 'reason', c.reason,
            'lat', c.lat, 'lon', c.lon) order by c.id)
          from trail_checks c where c.raceid = s.raceid and c.signupid = s.id), '[]'::jsonb) as checks
      from trail_signups s where s.uid = $1 order by s.raceid, s.id`,
    [uid],
  )
export const eraseOfAccount = async (tx: Tx, uid: number): Promise<void> => {
  await tx.deleteFrom('trail_signups').where('uid', '=', uid).execute()
}
/**
 * Moves sign-ups to another account of the same person. If both accounts signed up for one trail, the sign-up with
 * more counted checks stays.
 */
export const adoptSignups = async (tx: Tx, { from, to }: Merging): Promise<void> => {
  const checks = (signup: string) =>
    sql.raw(`(select count(*) from trail_checks c where c.raceid = ${signup}.raceid and c.signupid = ${signup}.id
      and c.reason is null)`)
  await sql`delete from trail_signups gone using trail_signups other
    where gone.uid = ${to} and other.uid = ${from} and gone.raceid = other.raceid and gone.trailid = other.trailid
      and ${checks('gone')} < ${checks('other')}`.execute(tx)
  await sql`delete from trail_signups gone where gone.uid = ${from} and exists (select 1 from trail_signups kept
    where kept.raceid = gone.raceid and kept.trailid = gone.trailid and kept.uid = ${to})`.execute(tx)
  await sql`update trail_signups set uid = ${to} where uid = ${from}`.execute(tx)
}

/** Erases the positions of checks from before `places`, and the sketches of tracks from before `sketches`. */
export const eraseOld = async (db: Db, places: Date, sketches: Date): Promise<void> => {
  await sql`update trail_checks set lat = null, lon = null, accuracy = null
    where lat is not null and received_at < ${places}`.execute(db)
  await sql`update trail_files set sketch = null where sketch is not null and created_at < ${sketches}`.execute(db)
}
