import { type Db, type Tx, named } from '#db/db.ts'
import type { MessageFilter } from './race/raceMessages.contract.ts'
import type { Lang } from '#contract/words.ts'

export type MessageState = 'queued' | 'sending' | 'sent' | 'failed' | 'late' | 'lost' | 'kept'
type Sealed = { mobile: Buffer | null; mobile_mask: string | null; content: Buffer }
export type NewMessage = Sealed & {
  key: string
  template: string
  lang: Lang
  raceid: number | null
  uid: number | null
  path: string | null
  state: MessageState
  until: Date | null
  deadline: Date | null
  created_at: Date
}

/** Saves a message. Returns undefined if a message with this key exists already. */
export const insertMessage = async (tx: Tx, message: NewMessage): Promise<number | undefined> =>
  (
    await tx
      .insertInto('messages')
      .values(message)
      .onConflict((clash) => clash.column('key').doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id

/** Saves messages in one statement. Returns the ids of the new messages that go out by text or through WeChat. */
export const insertMessages = async (tx: Tx, messages: readonly NewMessage[]): Promise<number[]> =>
  (
    await tx
      .insertInto('messages')
      .values(messages)
      .onConflict((clash) => clash.column('key').doNothing())
      .returning(['id', 'state'])
      .execute()
  ).flatMap(({ id, state }) => (state === 'queued' ? [id] : []))

export const findMessage = (on: Db | Tx, id: number) =>
  on.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst()

/**
 * Claims a queued message. When several callers come at once, only one caller gets the message. If the process ends
 * before it sends the message, the server finds the message again by `look_at`.
 */
export const claimMessage = async (db: Db, id: number, now: Date, lookAt: Date): Promise<boolean> =>
  (await db
    .updateTable('messages')
    .set({ state: 'sending', handed_at: now, look_at: lookAt, looks: 0 })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .returning('id')
    .executeTakeFirst()) !== undefined

export type MessageChange = Partial<{
  state: MessageState
  number: string | null
  failure: string | null
  sent_at: Date | null
  content: Buffer
  provider: string | null
  send_at: Date | null
  look_at: Date | null
  looks: number
  delivery: 'delivered' | 'undelivered'
  delivery_code: string | null
  delivered_at: Date | null
}>
/**
 * Saves the state of a message, if the message still has the state that the caller has read. Returns false if the state
 * has changed.
 */
export const saveMessageState = async (
  on: Db | Tx,
  id: number,
  seen: MessageState,
  change: MessageChange,
): Promise<boolean> =>
  (await on
    .updateTable('messages')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', seen)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Lists messages whose state or receipt the server must ask for. */
export const listToLook = (db: Db, now: Date, limit: number) =>
  db.selectFrom('messages').selectAll().where('look_at', '<=', now).orderBy('look_at').limit(limit).execute()

/** Lists text messages, the newest first. `before` is the last id that the caller has seen. */
export const listMessages = (db: Db, { before, limit }: { before: number | undefined; limit: number }) => {
  const query = db
    .selectFrom('messages')
    .where('mobile', 'is not', null)
    .select(['id', 'template', 'lang', 'mobile_mask', 'content', 'state', 'created_at', 'sent_at'])
  return (before === undefined ? query : query.where('id', '<', before)).orderBy('id', 'desc').limit(limit).execute()
}

/** Lists the box of one account, the newest first. */
export const listBox = (db: Db, uid: number, { before, limit }: { before: number | undefined; limit: number }) => {
  const query = db
    .selectFrom('messages')
    .where('uid', '=', uid)
    .select(['id', 'raceid', 'template', 'content', 'path', 'read_at', 'created_at'])
  return (before === undefined ? query : query.where('id', '<', before)).orderBy('id', 'desc').limit(limit).execute()
}
export const MOST_UNREAD = 99
export const countUnread = async (db: Db, uid: number): Promise<number> =>
  (
    await db
      .selectFrom('messages')
      .select('id')
      .where('uid', '=', uid)
      .where('read_at', 'is', null)
      .limit(MOST_UNREAD)
      .execute()
  ).length
export const markRead = async (
  tx: Tx,
  uid: number,
  which: { id: number } | { upto: number },
  now: Date,
): Promise<void> => {
  const query = tx.updateTable('messages').set({ read_at: now }).where('uid', '=', uid).where('read_at', 'is', null)
  await ('id' in which ? query.where('id', '=', which.id) : query.where('id', '<=', which.upto)).execute()
}

/**
 * Counts, for each provider, the sent messages that were created since a moment. It also counts the delivered and the
 * undelivered ones among them.
 */
export const countOutcomes = async (
  db: Db,
  since: Date,
): Promise<{ provider: string; sent: number; delivered: number; undelivered: number }[]> =>
  (
    await db
      .selectFrom('messages')
      .where('created_at', '>=', since)
      .where('state', '=', 'sent')
      .select((eb) => [
        eb.fn.coalesce('provider', eb.val('')).as('provider'),
        eb.fn.countAll<number>().as('sent'),
        eb.fn.countAll<number>().filterWhere('delivery', '=', 'delivered').as('delivered'),
        eb.fn.countAll<number>().filterWhere('delivery', '=', 'undelivered').as('undelivered'),
      ])
      .groupBy('provider')
      .execute()
  ).map((row) => ({
    ...row,
    sent: Number(row.sent),
    delivered: Number(row.delivered),
    undelivered: Number(row.undelivered),
  }))
export const countUnsent = async (db: Db, state: 'queued' | 'sending' | 'failed' | 'lost'): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('messages')
        .where('state', '=', state)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )
export const listUnsent = (
  db: Db,
  state: 'queued' | 'failed' | 'lost',
  { before, limit }: { before: number | undefined; limit: number },
) => {
  const query = db
    .selectFrom('messages')
    .where('state', '=', state)
    .select([
      'id',
      'raceid',
      'template',
      'mobile_mask',
      'state',
      'provider',
      'failure',
      'delivery_code',
      'created_at',
      'send_at',
      'until',
    ])
  return (before === undefined ? query : query.where('id', '<', before)).orderBy('id', 'desc').limit(limit).execute()
}
/** Lists the text messages to people of a race, the newest first. */
export const listOfRace = (
  db: Db,
  raceid: number,
  only: MessageFilter,
  { before, limit }: { before: number | undefined; limit: number },
) => {
  let query = db
    .selectFrom('messages')
    .where('raceid', '=', raceid)
    .where('mobile', 'is not', null)
    .select(['id', 'template', 'mobile_mask', 'state', 'delivery', 'failure', 'created_at', 'sent_at', 'until'])
  if (only === 'waiting') query = query.where('state', 'in', ['queued', 'sending'])
  if (only === 'trouble')
    query = query.where((eb) => eb.or([eb('state', 'in', ['failed', 'lost']), eb('delivery', '=', 'undelivered')]))
  return (before === undefined ? query : query.where('id', '<', before)).orderBy('id', 'desc').limit(limit).execute()
}
/** Queues a failed, lost or undelivered message again. Returns false for a message in any other state. */
export const requeue = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx
    .updateTable('messages')
    .set({
      state: 'queued',
      failure: null,
      provider: null,
      look_at: null,
      looks: 0,
      send_at: null,
      delivery: null,
      delivery_code: null,
      delivered_at: null,
    })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('state', 'in', ['failed', 'lost']), eb('delivery', '=', 'undelivered')]))
    .returning('id')
    .executeTakeFirst()) !== undefined

export type MessageOutcome = {
  key: string
  state: MessageState
  delivery: 'delivered' | 'undelivered' | null
  read: boolean
}
export const listOutcomes = (db: Db, keys: readonly string[]): Promise<MessageOutcome[]> =>
  named<MessageOutcome>(
    db,
    'messages: fates',
    'select key, state, delivery, read_at is not null as read from messages where key = any($1::text[])',
    [keys],
  )
