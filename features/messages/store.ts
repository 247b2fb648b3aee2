import type { Db, Tx } from '#db/db.ts'
import type { Lang } from '#contract/words.ts'

export type MessageState = 'queued' | 'sending' | 'sent' | 'failed' | 'late' | 'lost' | 'kept'
type Sealed = { mobile: Buffer | null; mobile_mask: string | null; content: Buffer }
export type NewMessage = Sealed & { key: string; template: string; lang: Lang; raceid: number | null; uid: number | null; path: string | null; state: MessageState; until: Date | null; created_at: Date }

/** Undefined where a message with this key is there already. */
export const insertMessage = async (tx: Tx, message: NewMessage): Promise<number | undefined> =>
  (await tx.insertInto('messages').values(message).onConflict((clash) => clash.column('key').doNothing()).returning('id').executeTakeFirst())?.id

/** Many at once; answers the ids of those that are new and go out by text. */
export const insertMessages = async (tx: Tx, messages: readonly NewMessage[]): Promise<number[]> =>
  (await tx.insertInto('messages').values(messages).onConflict((clash) => clash.column('key').doNothing()).returning(['id', 'state']).execute()).flatMap(({ id, state }) => (state === 'queued' ? [id] : []))

/** The message if it is still to be sent; held until the transaction ends, so that two runs of its job hand it over in turn. */
export const lockQueued = (tx: Tx, id: number) =>
  tx.selectFrom('messages').selectAll().where('id', '=', id).where('state', '=', 'queued').forUpdate().executeTakeFirst()

export const saveFate = async (tx: Tx, id: number, fate: { state: MessageState; number?: string; failure?: string; sent_at?: Date; content?: Buffer }): Promise<void> => {
  await tx.updateTable('messages').set(fate).where('id', '=', id).execute()
}

/** Newest first; `before` is the last id seen. */
export const listMessages = (db: Db, { before, limit }: { before: number | undefined; limit: number }) => {
  const query = db.selectFrom('messages').where('mobile', 'is not', null).select(['id', 'template', 'lang', 'mobile_mask', 'content', 'state', 'created_at', 'sent_at'])
  return (before === undefined ? query : query.where('id', '<', before)).orderBy('id', 'desc').limit(limit).execute()
}
