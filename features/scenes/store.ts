import { sql } from 'kysely'
import type { Insertable, Selectable, Updateable } from 'kysely'
import { byRace } from '#db/sharing/byRace.ts'
import { type Db, type Tx, named } from '#db/db.ts'
import { holdsName } from '#db/names/nameSearch.ts'
import type { Scenes } from '#db/schema.ts'

export type SceneRow = Selectable<Scenes>

export const findScene = (db: Db, raceid: number, scene: string): Promise<SceneRow | undefined> =>
  db.selectFrom('scenes').selectAll().where('raceid', '=', raceid).where('scene', '=', scene).executeTakeFirst()

export const lockScene = (tx: Tx, raceid: number, id: number): Promise<SceneRow | undefined> =>
  tx.selectFrom('scenes').selectAll().where('raceid', '=', raceid).where('id', '=', id).forUpdate().executeTakeFirst()

export const listScenes = (
  db: Db,
  raceid: number,
  { q, batch, before, limit }: { q: string; batch?: number | undefined; before: number | undefined; limit: number },
): Promise<SceneRow[]> => {
  let query = db.selectFrom('scenes').selectAll().where('raceid', '=', raceid).orderBy('id', 'desc').limit(limit)
  if (q !== '')
    query = query.where(
      sql<boolean>`(${holdsName(sql`label`, q)} or position(lower(${q}) in lower(page)) > 0 or scene = ${q})`,
    )
  if (batch !== undefined) query = query.where('batch', '=', batch)
  if (before !== undefined) query = query.where('id', '<', before)
  return query.execute()
}
export const listBatch = (db: Db, raceid: number, batch: number): Promise<SceneRow[]> =>
  db.selectFrom('scenes').selectAll().where('raceid', '=', raceid).where('batch', '=', batch).orderBy('id').execute()

export const sumScenes = async (db: Db, raceid: number): Promise<{ total: number; scans: number }> =>
  (
    await named<{ total: number; scans: number }>(
      db,
      'scenes: sums',
      'select count(*)::int as total, coalesce(sum(scans), 0)::int as scans from scenes where raceid = $1',
      [raceid],
    )
  )[0]!

/** Returns the number for the next scenes that staff make together. The caller holds a lock on the race's scenes. */
export const nextBatch = async (tx: Tx, raceid: number): Promise<number> =>
  (
    await named<{ batch: number }>(
      tx,
      'scenes: next batch',
      'select coalesce(max(batch), 0)::int + 1 as batch from scenes where raceid = $1',
      [raceid],
    )
  )[0]!.batch
export const insertScenes = (tx: Tx, rows: Insertable<Scenes>[]): Promise<SceneRow[]> =>
  tx.insertInto('scenes').values(rows).returningAll().execute()
export const updateScene = (tx: Tx, raceid: number, id: number, set: Updateable<Scenes>): Promise<SceneRow> =>
  tx
    .updateTable('scenes')
    .set(set)
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const listDays = (db: Db, raceid: number, sceneid: number): Promise<{ day: string; scans: number }[]> =>
  named(
    db,
    'scenes: days',
    `select to_char(day, 'YYYY-MM-DD') as day, scans from scene_days where raceid = $1 and sceneid = $2
      order by day desc limit 400`,
    [raceid, sceneid],
  )

export type Scan = { raceid: number; sceneid: number; day: string; at: Date }
/**
 * Adds many scans, race by race. It changes rows in the order of their keys, so that two servers never wait for each
 * other.
 */
export const countScans = async (db: Db, scans: readonly Scan[]): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    for (const [raceid, some] of byRace(scans)) await countScansOfRace(tx, raceid, some)
  })
}
const countScansOfRace = async (tx: Tx, raceid: number, scans: readonly Scan[]): Promise<void> => {
  const counted = `select sceneid, day, count(*)::int as n, min(at) as first, max(at) as last
    from unnest($2::bigint[], $3::date[], $4::timestamptz[]) as one (sceneid, day, at)
    group by sceneid, day order by sceneid, day`
  const values = [raceid, scans.map(({ sceneid }) => sceneid), scans.map(({ day }) => day), scans.map(({ at }) => at)]
  await named(
    tx,
    'scenes: lock counted',
    'select 1 from scenes where raceid = $1 and id = any($2::bigint[]) order by id for update',
    values.slice(0, 2),
  )
  await named(
    tx,
    'scenes: count',
    `update scenes s set scans = s.scans + c.n, first_at = least(coalesce(s.first_at, c.first), c.first),
        last_at = greatest(coalesce(s.last_at, c.last), c.last)
      from (select sceneid, sum(n)::int as n, min(first) as first, max(last) as last
        from (${counted}) as d group by sceneid) as c
      where s.raceid = $1 and s.id = c.sceneid`,
    values,
  )
  await named(
    tx,
    'scenes: count by day',
    `insert into scene_days (raceid, sceneid, day, scans) select $1, sceneid, day, n from (${counted}) as c
      on conflict (raceid, sceneid, day) do update set scans = scene_days.scans + excluded.scans`,
    values,
  )
}
