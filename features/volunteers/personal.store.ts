import { sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'

type Shift = {
  name: string
  idnum: Buffer
  mobile: Buffer | null
  post: string
  team: string
  place: string
  starts_at: Date | null
  ends_at: Date | null
  notes: string
  state: string
  came_at: Date | null
  left_at: Date | null
}
export const racesWithVolunteers = async (db: Db): Promise<number[]> =>
  (await db.selectFrom('volunteers').select('raceid').distinct().execute()).map(({ raceid }) => raceid)
export const listShifts = (db: Db, raceid: number, mobile_ix: Buffer): Promise<Shift[]> =>
  named<Shift>(
    db,
    'shifts of holder',
    `select name, idnum, mobile, post, team, place, starts_at, ends_at, notes, state, came_at, left_at
      from volunteers
      where raceid = $1 and mobile_ix = $2
      order by starts_at`,
    [raceid, mobile_ix],
  )

const hasDocument = sql`length(idnum) > 0`
const hasPhone = sql`(mobile is not null or leader_mobile is not null or leader <> '' or notes <> '')`
export const eraseDocuments = async (tx: Tx, raceid: number): Promise<void> => {
  await sql`update volunteers
    set idnum = '', idnum_mask = '', idnum_ix = decode(md5(raceid::text || ':' || id::text), 'hex')
    where raceid = ${raceid} and ${hasDocument}`.execute(tx)
}
/** Erases the mobiles, and with them the leaders and the notes. */
export const erasePhones = async (tx: Tx, raceid: number): Promise<void> => {
  await sql`update volunteers
    set mobile = null, mobile_mask = null, mobile_ix = null, leader_mobile = null, leader_mask = null,
      leader = '', notes = ''
    where raceid = ${raceid} and ${hasPhone}`.execute(tx)
}
export const countVolunteerRecords = async (db: Db, raceid: number): Promise<{ identity: number; contact: number }> =>
  (
    await sql<{ identity: number; contact: number }>`
      select count(*) filter (where ${hasDocument})::integer as identity,
        count(*) filter (where ${hasPhone})::integer as contact
      from volunteers where raceid = ${raceid}`.execute(db)
  ).rows[0]!
