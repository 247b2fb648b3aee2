import { sql } from 'kysely'
import type { Right } from '#contract/rights.ts'
import { type Db, type Tx, named } from '#db/db.ts'
import { staffRows } from '#features/staff/public.store.ts'

export type ApiKeyRow = {
  raceid: number
  id: number
  staffid: number
  name: string
  prefix: string
  rights: Right[]
  made_by: string
  expires_at: Date | null
  revoked_at: Date | null
  used_at: Date | null
  created_at: Date
}
const columns = `k.raceid, k.id::integer as id, k.staffid, k.name, k.prefix, k.rights, s.name as made_by, k.expires_at,
  k.revoked_at, k.used_at, k.created_at from api_keys k join ${staffRows.text} s on s.staffid = k.made_by`

export const listKeys = (on: Db | Tx, raceid: number): Promise<ApiKeyRow[]> =>
  named<ApiKeyRow>(
    on,
    'api keys: list',
    `select ${columns} where k.raceid = $1 order by k.revoked_at is not null, k.id desc limit 500`,
    [raceid],
  )
/** Lists the keys of a race page by page, newest first, before an id. */
export const listKeysBefore = (
  db: Db,
  raceid: number,
  before: number | undefined,
  limit: number,
): Promise<ApiKeyRow[]> =>
  named<ApiKeyRow>(
    db,
    'api keys: page',
    `select ${columns} where k.raceid = $1 and ($2::bigint is null or k.id < $2) order by k.id desc limit $3`,
    [raceid, before ?? null, limit],
  )
export const findKey = async (on: Db | Tx, raceid: number, id: number): Promise<ApiKeyRow | undefined> =>
  (await named<ApiKeyRow>(on, 'api keys: find', `select ${columns} where k.raceid = $1 and k.id = $2`, [raceid, id]))[0]
export const findKeyByHash = async (db: Db, raceid: number, hash: Buffer): Promise<ApiKeyRow | undefined> =>
  (
    await named<ApiKeyRow>(
      db,
      'api keys: find by hash',
      `select ${columns} where k.raceid = $1 and k.token_hash = $2`,
      [raceid, hash],
    )
  )[0]

type NewKey = {
  raceid: number
  staffid: number
  name: string
  prefix: string
  token_hash: Buffer
  rights: readonly Right[]
  made_by: number
  expires_at: Date | null
  created_at: Date
}
export const insertKey = async (tx: Tx, { rights, ...row }: NewKey): Promise<number> =>
  Number(
    (
      await tx
        .insertInto('api_keys')
        .values({ ...row, rights: [...rights] })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id,
  )
export const markRevoked = async (tx: Tx, raceid: number, id: number, now: Date): Promise<void> => {
  await tx
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
}
export const countLiveKeys = async (tx: Tx, raceid: number, now: Date): Promise<number> =>
  (
    await sql<{ n: number }>`select count(*)::integer as n from api_keys where raceid = ${raceid}
      and revoked_at is null and (expires_at is null or expires_at > ${now})`.execute(tx)
  ).rows[0]!.n
export const markUsed = async (db: Db, raceid: number, id: number, now: Date): Promise<void> => {
  await db.updateTable('api_keys').set({ used_at: now }).where('raceid', '=', raceid).where('id', '=', id).execute()
}
