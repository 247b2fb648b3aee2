import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { registrationRows } from '#features/registrations/public.store.ts'

export type Share = { entries: number; placed: number }
const placed = sql`count(*) filter (where b.fate in ('direct', 'drawn'))::integer`

/**
 * Counts the entries of a draw, and the entries with a place, by gender, age band and province (the 40 most frequent).
 * The function also lists the first 20 waiting entrants. It counts the groups, and the groups that were drawn whole.
 */
export const previewOf = async (db: Db, raceid: number, ballotid: number) => {
  const from = sql`from ballot_entries b join ${registrationRows.sql} r on r.raceid = b.raceid and r.id = b.registrationid where b.raceid = ${raceid} and b.ballotid = ${ballotid}`
  const [genders, ages, provinces, waiting, groups] = await Promise.all([
    sql<
      Share & { name: string | null }
    >`select r.gender as name, count(*)::integer as entries, ${placed} as placed ${from}
      group by 1
      order by 2 desc`.execute(db),
    sql<
      Share & { from: number | null }
    >`select r.age_on_race_day / 10 * 10 as from, count(*)::integer as entries, ${placed} as placed ${from}
      group by 1
      order by 1`.execute(db),
    sql<
      Share & { name: string | null }
    >`select r.province as name, count(*)::integer as entries, ${placed} as placed ${from}
      group by 1
      order by 2 desc, 1
      limit 40`.execute(db),
    sql<{
      code: number
      id: number
      name: string
      left: boolean
    }>`select b.code, r.id, r.name,
        (r.state <> 'draw' or r.deleted_at is not null or r.closed_at is not null or r.refundid <> 0) as left ${from} and b.fate = 'wait'
      order by b.code
      limit 20`.execute(db),
    sql<{ groups: number; whole: number }>`
      select count(*)::integer as groups, count(*) filter (where placed = n)::integer as whole
      from (select count(*) as n, count(*) filter (where fate = 'drawn') as placed from ballot_entries where raceid = ${raceid} and ballotid = ${ballotid} and together is not null group by together) one`.execute(
      db,
    ),
  ])
  return {
    genders: genders.rows,
    ages: ages.rows,
    provinces: provinces.rows,
    waiting: waiting.rows,
    groups: groups.rows[0]!,
  }
}

export type MineRow = {
  ballotid: number
  salt: string
  entry: Buffer
  together: Buffer | null
  weights: number[] | null
  met: number
  fate: 'direct' | 'drawn' | 'wait' | null
  segment: number | null
  code: number | null
}
/** Finds the newest entry of a registration in a draw whose list is frozen. */
export const findEntryOf = async (db: Db, raceid: number, registrationid: number): Promise<MineRow | undefined> =>
  db
    .selectFrom('ballot_entries as e')
    .innerJoin('ballots as b', (join) => join.onRef('b.raceid', '=', 'e.raceid').onRef('b.id', '=', 'e.ballotid'))
    .select(['e.ballotid', 'e.salt', 'e.entry', 'e.together', 'e.weights', 'e.met', 'e.segment', 'e.code'])
    .select(sql<MineRow['fate']>`e.fate`.as('fate'))
    .where('e.raceid', '=', raceid)
    .where('e.registrationid', '=', registrationid)
    .where('b.frozen_at', 'is not', null)
    .orderBy('e.ballotid', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Counts the entrants of each event before its draw: how many take part, and how many of them have paid. */
export const entrantsOf = async (db: Db, raceid: number): Promise<Map<number, { entrants: number; paid: number }>> => {
  const { rows } = await sql<{ eventid: number; entrants: number; paid: number }>`
    select eventid, count(*)::integer as entrants, count(*) filter (where pay_at is not null)::integer as paid
    from ${registrationRows.sql} registrations
    where raceid = ${raceid} and state = 'draw' and deleted_at is null and closed_at is null and refundid = 0
    group by eventid`.execute(db)
  return new Map(rows.map(({ eventid, ...counts }) => [eventid, counts]))
}
