import { sql } from 'kysely'
import type { Db, Tx } from '#db/db.ts'

/** An id of a person of the messaging app, kept as a keyed index. */
export type AppId = { kind: 'web' | 'mini' | 'union'; ix: Buffer }
export type AppAccount = { uid: number; mobile_mask: string | null; name: string | null; avatar: string | null }

/** Lists the accounts of a person of the messaging app, at most 20, the last used first. */
export const listAppAccounts = async (on: Db | Tx, ids: readonly Buffer[]): Promise<AppAccount[]> =>
  ids.length === 0
    ? []
    : on
        .selectFrom('app_ids as i')
        .innerJoin('accounts as a', 'a.uid', 'i.uid')
        .where('i.id_ix', 'in', [...ids])
        .groupBy('a.uid')
        .select(['a.uid', 'a.mobile_mask', 'a.name', 'a.avatar', sql<Date>`max(i.used_at)`.as('used_at')])
        .orderBy('used_at', 'desc')
        .orderBy('a.uid')
        .limit(20)
        .execute()

export const listAppIds = async (on: Db | Tx, uid: number): Promise<AppId[]> =>
  (await on.selectFrom('app_ids').select(['kind', 'id_ix']).where('uid', '=', uid).execute()).map(
    ({ kind, id_ix }) => ({ kind: kind as AppId['kind'], ix: id_ix }),
  )

/**
 * Adds a person's ids to an account. If the account already has an id of the same kind, that id stays, and `now`
 * becomes its last use.
 */
export const insertAppIds = async (tx: Tx, uid: number, ids: readonly AppId[], now: Date): Promise<void> => {
  await tx
    .insertInto('app_ids')
    .values(ids.map(({ kind, ix }) => ({ uid, kind, id_ix: ix, used_at: now, created_at: now })))
    .onConflict((clash) => clash.columns(['uid', 'kind']).doUpdateSet({ used_at: now }))
    .execute()
}
export const removeAppIds = async (tx: Tx, uid: number): Promise<void> => {
  await tx.deleteFrom('app_ids').where('uid', '=', uid).execute()
}

type StoredAppId = { kind: AppId['kind']; ix: string }
export const insertTicket = async (
  db: Db,
  ticket: { token_hash: Buffer; ids: readonly AppId[]; name: string | null; expires_at: Date },
): Promise<void> => {
  const { ids, ...row } = ticket
  await db
    .insertInto('app_tickets')
    .values({
      ...row,
      ids: JSON.stringify(ids.map(({ kind, ix }): StoredAppId => ({ kind, ix: ix.toString('base64') }))),
    })
    .execute()
}
/**
 * Uses up the one-time ticket of a log-in over the messaging app. Undefined if no ticket with this hash is valid. When
 * two callers come at once, only one caller gets the ticket.
 */
export const takeTicket = async (
  tx: Tx,
  token_hash: Buffer,
  now: Date,
): Promise<{ ids: AppId[]; name: string | null } | undefined> => {
  const row = await tx
    .deleteFrom('app_tickets')
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now)
    .returning(['ids', 'name'])
    .executeTakeFirst()
  return (
    row && {
      name: row.name,
      ids: (row.ids as StoredAppId[]).map(({ kind, ix }) => ({ kind, ix: Buffer.from(ix, 'base64') })),
    }
  )
}
