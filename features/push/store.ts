import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import type { PushSubscriptions } from '#db/schema.ts'

export type PushSubscriptionRow = Selectable<PushSubscriptions>
export type NewSubscription = Omit<PushSubscriptionRow, 'id' | 'rest_until' | 'sent_at'>

export const findKeys = (db: Db): Promise<{ public_key: string; private_key: Buffer } | undefined> =>
  db.selectFrom('push_keys').select(['public_key', 'private_key']).where('id', '=', 1).executeTakeFirst()
/** Keeps new keys, unless another server was faster. */
export const insertKeys = async (
  db: Db,
  keys: { public_key: string; private_key: Buffer },
  now: Date,
): Promise<void> => {
  await db
    .insertInto('push_keys')
    .values({ id: 1, ...keys, created_at: now })
    .onConflict((clash) => clash.column('id').doNothing())
    .execute()
}

/** Keeps a subscription. A browser that subscribes again keeps its row. */
export const upsertSubscription = async (tx: Tx, row: NewSubscription): Promise<void> => {
  const { endpoint_ix: _, created_at: __, ...changed } = row
  await tx
    .insertInto('push_subscriptions')
    .values(row)
    .onConflict((clash) => clash.column('endpoint_ix').doUpdateSet({ ...changed, rest_until: null }))
    .execute()
}
export const findByEndpoint = (on: Db | Tx, endpointIx: Buffer): Promise<PushSubscriptionRow | undefined> =>
  on.selectFrom('push_subscriptions').selectAll().where('endpoint_ix', '=', endpointIx).executeTakeFirst()
export const removeByEndpoint = async (tx: Tx, endpointIx: Buffer): Promise<void> => {
  await tx.deleteFrom('push_subscriptions').where('endpoint_ix', '=', endpointIx).execute()
}
/** Keeps only the newest subscriptions of a holder, because a deleted browser cannot remove its row. */
export const keepNewest = async (
  tx: Tx,
  column: 'uid' | 'device_ix',
  holder: number | Buffer,
  most: number,
): Promise<void> => {
  const own = sql`${sql.ref(column)} = ${holder}`
  await sql`delete from push_subscriptions where ${own} and id not in (
    select id from push_subscriptions where ${own} order by updated_at desc, id desc limit ${most})`.execute(tx)
}

export const listOfHolders = (
  on: Db | Tx,
  uids: readonly number[],
  devices: readonly Buffer[],
): Promise<Pick<PushSubscriptionRow, 'id' | 'uid' | 'device_ix' | 'lang' | 'zone' | 'box'>[]> =>
  named(
    on,
    'push: of holders',
    `select id, uid, device_ix, lang, zone, box from push_subscriptions where uid = any($1::bigint[])
     union select id, uid, device_ix, lang, zone, box from push_subscriptions where device_ix = any($2::bytea[])`,
    [uids, devices],
  )

export const listByIds = (db: Db, ids: readonly number[]): Promise<PushSubscriptionRow[]> =>
  db
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute()
export const removeSubscription = async (db: Db, id: number): Promise<void> => {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute()
}
export const restUntil = async (db: Db, id: number, until: Date): Promise<void> => {
  await db.updateTable('push_subscriptions').set({ rest_until: until }).where('id', '=', id).execute()
}
export const markSent = async (db: Db, ids: readonly number[], now: Date): Promise<void> => {
  await db
    .updateTable('push_subscriptions')
    .set({ sent_at: now })
    .where('id', 'in', [...ids])
    .execute()
}
