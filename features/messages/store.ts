import type { Db, Tx } from '#db/db.ts'
import type { Lang } from '#contract/words.ts'

export type MessageState = 'queued' | 'sending' | 'sent' | 'failed' | 'late' | 'lost' | 'kept'
type Sealed = { mobile: Buffer | null; mobile_mask: string | null; content: Buffer }
export type NewMessage = Sealed & { key: string; template: string; lang: Lang; raceid: number | null; uid: number | null; path: string | null; state: MessageState; until: Date | null; deadline: Date | null; created_at: Date }

/** Undefined where a message with this key is there already. */
export const insertMessage = async (tx: Tx, message: NewMessage): Promise<number | undefined> =>
  (await tx.insertInto('messages').values(message).onConflict((clash) => clash.column('key').doNothing()).returning('id').executeTakeFirst())?.id

/** Many at once; answers the ids of those that are new and go out by text. */
export const insertMessages = async (tx: Tx, messages: readonly NewMessage[]): Promise<number[]> =>
  (await tx.insertInto('messages').values(messages).onConflict((clash) => clash.column('key').doNothing()).returning(['id', 'state']).execute()).flatMap(({ id, state }) => (state === 'queued' ? [id] : []))

export const findMessage = (on: Db | Tx, id: number) => on.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst()

/** Takes a queued message for handing over; of several at once one gets it. Whoever dies with it is found by `look_at`. */
export const claimMessage = async (db: Db, id: number, now: Date, lookAt: Date): Promise<boolean> =>
  (await db.updateTable('messages').set({ state: 'sending', handed_at: now, look_at: lookAt, looks: 0 }).where('id', '=', id).where('state', '=', 'queued').returning('id').executeTakeFirst()) !== undefined

export type Fate = Partial<{ state: MessageState; number: string | null; failure: string | null; sent_at: Date | null; content: Buffer; provider: string | null; send_at: Date | null; look_at: Date | null; looks: number; delivery: 'delivered' | 'undelivered'; delivery_code: string | null; delivered_at: Date | null }>
/** Only where it is still as it was seen. */
export const saveFate = async (on: Db | Tx, id: number, seen: MessageState, fate: Fate): Promise<boolean> =>
  (await on.updateTable('messages').set(fate).where('id', '=', id).where('state', '=', seen).returning('id').executeTakeFirst()) !== undefined

/** Whose fate, or receipt, is to be asked for. */
export const listToLook = (db: Db, now: Date, limit: number) => db.selectFrom('messages').selectAll().where('look_at', '<=', now).orderBy('look_at').limit(limit).execute()

/** Newest first; `before` is the last id seen. */
export const listMessages = (db: Db, { before, limit }: { before: number | undefined; limit: number }) => {
  const query = db.selectFrom('messages').where('mobile', 'is not', null).select(['id', 'template', 'lang', 'mobile_mask', 'content', 'state', 'created_at', 'sent_at'])
  return (before === undefined ? query : query.where('id', '<', before)).orderBy('id', 'desc').limit(limit).execute()
}
