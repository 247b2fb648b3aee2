import { sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import type { Lang, Text } from '#contract/words.ts'

export type MailState = 'queued' | 'sending' | 'sent' | 'failed' | 'late' | 'lost'
export type NewMailRow = {
  key: string
  message_id: string
  uid: number | null
  raceid: number | null
  about: string | null
  title: Text
  news: boolean
  address_ix: Buffer
  address: Buffer
  mask: string
  lang: Lang
  content: Buffer
  until: Date | null
  created_at: Date
}
/** Saves mails in one statement. Returns the ids of the new mails. A mail with a known key is not saved again. */
export const insertMails = async (tx: Tx, mails: readonly NewMailRow[]): Promise<number[]> =>
  (
    await tx
      .insertInto('mails')
      .values(mails.map((mail) => ({ ...mail, title: JSON.stringify(mail.title), state: 'queued' })))
      .onConflict((clash) => clash.column('key').doNothing())
      .returning('id')
      .execute()
  ).map(({ id }) => id)

export const findMail = (on: Db | Tx, id: number) =>
  on.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst()
export type MailRow = NonNullable<Awaited<ReturnType<typeof findMail>>>

/** Claims a queued mail. When several callers come at once, only one caller gets the mail. */
export const claimMail = async (db: Db, id: number, now: Date): Promise<boolean> =>
  (await db
    .updateTable('mails')
    .set({ state: 'sending', handed_at: now })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .returning('id')
    .executeTakeFirst()) !== undefined

export type MailChange = Partial<{
  state: MailState
  failure: string | null
  tries: number
  sent_at: Date | null
  content: Buffer
}>
/**
 * Saves the state of a mail, if the mail still has the state that the caller has read. Returns false if the state has
 * changed.
 */
export const saveMail = async (on: Db | Tx, id: number, seen: MailState, change: MailChange): Promise<boolean> =>
  (await on
    .updateTable('mails')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', seen)
    .returning('id')
    .executeTakeFirst()) !== undefined

/**
 * Marks mails as lost that a process claimed earlier than `before`. The process ended before it recorded an outcome.
 */
export const loseOld = async (db: Db, before: Date): Promise<void> => {
  await db
    .updateTable('mails')
    .set({ state: 'lost', failure: 'answer_lost' })
    .where('state', '=', 'sending')
    .where('handed_at', '<', before)
    .execute()
}

const lineColumns = [
  'id',
  'raceid',
  'title',
  'mask',
  'lang',
  'state',
  'failure',
  'bounce',
  'bounce_code',
  'until',
  'content',
  'created_at',
  'sent_at',
] as const
export type MailFilter = 'all' | 'trouble' | 'waiting'
export const listMails = (
  db: Db,
  only: MailFilter,
  { before, limit }: { before: number | undefined; limit: number },
) => {
  let query = db.selectFrom('mails').select([...lineColumns])
  if (only === 'waiting') query = query.where('state', 'in', ['queued', 'sending'])
  if (only === 'trouble')
    query = query.where((eb) => eb.or([eb('state', 'in', ['failed', 'lost']), eb('bounce', 'is not', null)]))
  return (before === undefined ? query : query.where('id', '<', before)).orderBy('id', 'desc').limit(limit).execute()
}
export const countMailStates = async (db: Db): Promise<Record<'queued' | 'sending' | 'failed' | 'lost', number>> => {
  const counts = { queued: 0, sending: 0, failed: 0, lost: 0 }
  const rows = await named<{ state: keyof typeof counts; n: number }>(
    db,
    'mails by state',
    `select state, count(*)::integer as n from mails where state in ('queued', 'sending', 'failed', 'lost') group by state`,
    [],
  )
  for (const { state, n } of rows) counts[state] = n
  return counts
}
export const countMailDay = async (db: Db, since: Date): Promise<{ sent: number; bounced: number }> =>
  (
    await named<{ sent: number; bounced: number }>(
      db,
      'mails of a day',
      `select count(*) filter (where state = 'sent')::integer as sent,
         count(*) filter (where bounce is not null)::integer as bounced
       from mails where created_at >= $1`,
      [since],
    )
  )[0]!
/** Queues again a mail that failed or was lost. Returns false for any other mail. */
export const requeueMail = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx
    .updateTable('mails')
    .set({ state: 'queued', failure: null, tries: 0 })
    .where('id', '=', id)
    .where('state', 'in', ['failed', 'lost'])
    .returning('id')
    .executeTakeFirst()) !== undefined

/**
 * Records a bounce in the row of its mail, or of the newest mail to an address. Returns the address of this mail, or
 * undefined if there is no such mail.
 */
export const noteBounce = async (
  tx: Tx,
  about: { message_id: string } | { address_ix: Buffer },
  bounce: { kind: 'hard' | 'soft' | 'complaint'; code: string },
  now: Date,
): Promise<{ address_ix: Buffer; mask: string } | undefined> => {
  const which =
    'message_id' in about
      ? sql`message_id = ${about.message_id}`
      : sql`id = (select id from mails where address_ix = ${about.address_ix} order by id desc limit 1)`
  return (
    await sql<{ address_ix: Buffer; mask: string }>`update mails
      set bounce = ${bounce.kind}, bounce_code = ${bounce.code}, bounced_at = ${now}
      where ${which} returning address_ix, mask`.execute(tx)
  ).rows[0]
}

export type MailOutcome = { key: string; state: MailState; bounce: 'hard' | 'soft' | 'complaint' | null }
export const listMailOutcomes = (db: Db, keys: readonly string[]): Promise<MailOutcome[]> =>
  named<MailOutcome>(db, 'mails: fates', 'select key, state, bounce from mails where key = any($1::text[])', [keys])
