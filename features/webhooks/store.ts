import { sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import { estimateRows } from '#db/estimate.ts'

export type WebhookRow = {
  raceid: number
  id: number
  name: string
  url: string
  events: string[]
  fields: string[]
  keyid: number | null
  secret: Buffer
  former_secret: Buffer | null
  former_until: Date | null
  state: 'on' | 'off' | 'failed'
  failing_since: Date | null
  rest_until: Date | null
  failure: string | null
  waiting: number
  created_at: Date
}
const columns = `w.raceid, w.id::integer as id, w.name, w.url, w.events, w.fields, w.keyid::integer as keyid, w.secret,
  w.former_secret, w.former_until, w.state, w.failing_since, w.rest_until, w.failure, w.created_at`
const waiting = `(select count(*)::integer from webhook_deliveries d where d.raceid = w.raceid and d.webhookid = w.id
  and d.state = 'waiting') as waiting`

export const listWebhooks = (on: Db | Tx, raceid: number): Promise<WebhookRow[]> =>
  named<WebhookRow>(
    on,
    'webhooks: list',
    `select ${columns}, ${waiting} from webhooks w where w.raceid = $1 order by w.id desc limit 100`,
    [raceid],
  )
export const findWebhook = async (on: Db | Tx, raceid: number, id: number): Promise<WebhookRow | undefined> =>
  (
    await named<WebhookRow>(
      on,
      'webhooks: find',
      `select ${columns}, ${waiting} from webhooks w where w.raceid = $1 and w.id = $2`,
      [raceid, id],
    )
  )[0]
export const lockWebhook = async (tx: Tx, raceid: number, id: number): Promise<void> => {
  await sql`select from webhooks where raceid = ${raceid} and id = ${id} for update`.execute(tx)
}

type Settings = Pick<WebhookRow, 'name' | 'url' | 'events' | 'fields' | 'keyid'>
export const insertWebhook = async (
  tx: Tx,
  { raceid, secret, now, ...settings }: Settings & { raceid: number; secret: Buffer; now: Date },
): Promise<number> =>
  Number(
    (
      await tx
        .insertInto('webhooks')
        .values({ raceid, ...settings, secret, state: 'on', created_at: now, updated_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id,
  )
type Changes = Partial<
  Settings &
    Pick<WebhookRow, 'state' | 'secret' | 'former_secret' | 'former_until' | 'failing_since' | 'rest_until' | 'failure'>
>
export const updateWebhook = async (
  tx: Tx,
  { raceid, id }: { raceid: number; id: number },
  changes: Changes,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('webhooks')
    .set({ ...changes, updated_at: now })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute()
}
export const deleteWebhook = async (tx: Tx, raceid: number, id: number): Promise<void> => {
  await tx.deleteFrom('webhooks').where('raceid', '=', raceid).where('id', '=', id).execute()
}
export const countWebhooks = async (tx: Tx, raceid: number): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::integer as n from webhooks where raceid = ${raceid}`.execute(tx)).rows[0]!
    .n

export type DeliveryRow = {
  raceid: number
  id: number
  webhookid: number
  event: string
  type: string
  body: Record<string, unknown>
  state: 'waiting' | 'delivered'
  tries: number
  status: number | null
  failure: string | null
  next_at: Date | null
  tried_at: Date | null
  created_at: Date
}
const ofDelivery = `d.raceid, d.id::integer as id, d.webhookid::integer as webhookid, d.event, d.type, d.body, d.state,
  d.tries, d.status, d.failure, d.next_at, d.tried_at, d.created_at from webhook_deliveries d`
type Noted = { raceid: number; id: number }

/**
 * Writes the messages of events: for each event, one message to each webhook that reports the event and is not off.
 * These are webhooks of the race and webhooks for all races.
 */
export const insertDeliveries = (
  tx: Tx,
  { raceid, type, bodies, now }: { raceid: number; type: string; bodies: readonly object[]; now: Date },
): Promise<Noted[]> =>
  named<Noted>(
    tx,
    'webhooks: note events',
    `insert into webhook_deliveries (raceid, webhookid, event, type, body, state, next_at, created_at)
     select w.raceid, w.id, e.event, $2, e.body, 'waiting', $4, $4
     from webhooks w
     cross join (select gen_random_uuid() as event, b::jsonb as body from unnest($3::text[]) as b) as e
     where w.raceid in (0, $1) and w.state <> 'off' and $2 = any(w.events)
     returning raceid, id::integer as id`,
    [raceid, type, bodies.map((body) => JSON.stringify(body)), now],
  )
export const insertDelivery = async (
  tx: Tx,
  { raceid, webhookid, type, body, now }: { raceid: number; webhookid: number; type: string; body: object; now: Date },
): Promise<number> =>
  (
    await sql<{ id: number }>`insert into webhook_deliveries (raceid, webhookid, event, type, body, state, next_at,
      created_at) values (${raceid}, ${webhookid}, gen_random_uuid(), ${type}, ${JSON.stringify(body)}::jsonb, 'waiting',
      ${now}, ${now}) returning id::integer as id`.execute(tx)
  ).rows[0]!.id
export const findDelivery = async (on: Db | Tx, raceid: number, id: number): Promise<DeliveryRow | undefined> =>
  (
    await named<DeliveryRow>(on, 'webhooks: find delivery', `select ${ofDelivery} where d.raceid = $1 and d.id = $2`, [
      raceid,
      id,
    ])
  )[0]
/** Lists the messages of a webhook before an id, the newest first. Null for `webhookid` means every webhook. */
export const listDeliveries = (
  db: Db,
  {
    raceid,
    webhookid,
    before,
    limit,
  }: { raceid: number; webhookid: number | null; before: number | undefined; limit: number },
): Promise<DeliveryRow[]> =>
  named<DeliveryRow>(
    db,
    'webhooks: list deliveries',
    `select ${ofDelivery} where d.raceid = $1 and ($2::bigint is null or d.webhookid = $2)
       and ($3::bigint is null or d.id < $3) order by d.id desc limit $4`,
    [raceid, webhookid, before ?? null, limit],
  )
export const saveTry = async (
  tx: Tx,
  { raceid, id }: Noted,
  outcome: Pick<DeliveryRow, 'state' | 'status' | 'failure' | 'next_at'>,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('webhook_deliveries')
    .set((eb) => ({ ...outcome, tried_at: now, tries: eb('tries', '+', 1) }))
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute()
}
/**
 * Puts messages back into the state before their first try, and returns their ids. Without `ids` it does this with all
 * messages that wait.
 */
export const markWaiting = async (
  tx: Tx,
  { raceid, webhookid, ids, now }: { raceid: number; webhookid: number; ids?: readonly number[]; now: Date },
): Promise<number[]> =>
  (
    await named<{ id: number }>(
      tx,
      'webhooks: wait again',
      `update webhook_deliveries set state = 'waiting', next_at = $4, tries = 0
       where raceid = $1 and webhookid = $2 and (id = any($3::bigint[]) or ($3 is null and state = 'waiting'))
       returning id::integer as id`,
      [raceid, webhookid, ids ?? null, now],
    )
  ).map(({ id }) => id)

export const removeOldDeliveries = async (db: Db, before: Date, limit: number): Promise<number> =>
  Number(
    (
      await sql`delete from webhook_deliveries where (raceid, id) in (
        select raceid, id from webhook_deliveries where created_at < ${before} limit ${limit})`.execute(db)
    ).numAffectedRows ?? 0,
  )
export const countDeliveries = (db: Db): Promise<number> => estimateRows(db, 'webhook_deliveries')
