import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

/** Finds which of these accounts share an order or a team with one of these registrations. */
export const companionsAmong = async (
  db: Db,
  uids: readonly number[],
  shared: readonly { raceid: number; orderid: number | null; teamid: number | null }[],
): Promise<number[]> => {
  const together = shared.filter(({ orderid, teamid }) => orderid !== null || teamid !== null)
  if (together.length === 0) return []
  const [raceids, orderids, teamids] = [
    together.map(({ raceid }) => raceid),
    together.map(({ orderid }) => orderid),
    together.map(({ teamid }) => teamid),
  ]
  const rows = await sql<{ uid: number }>`
    select distinct r.uid
    from unnest(${raceids}::integer[], ${orderids}::bigint[], ${teamids}::bigint[]) as mine (raceid, orderid, teamid)
    join registrations r on r.raceid = mine.raceid and (r.orderid = mine.orderid or r.teamid = mine.teamid)
    where r.uid = any(${[...uids]}::bigint[]) and r.deleted_at is null`.execute(db)
  return rows.rows.map(({ uid }) => uid)
}
