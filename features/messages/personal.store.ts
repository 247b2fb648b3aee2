import { sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import { estimateRows } from '#db/estimate.ts'
import type { Merging } from '#contract/personal.ts'

export const countedMessages = (uid: string): string => `select count(*)::integer from messages m where m.uid = ${uid}`
export const hasMessages = async (tx: Tx, uid: number): Promise<boolean> =>
  (await tx.selectFrom('messages').select('uid').where('uid', '=', uid).limit(1).executeTakeFirst()) !== undefined

type HeldMessage = { template: string; content: Buffer; created_at: Date; raceid: number | null }
export const listHeldMessages = (db: Db, uid: number): Promise<HeldMessage[]> =>
  named<HeldMessage>(
    db,
    'messages of holder',
    'select template, content, created_at, raceid from messages where uid = $1 order by id desc limit 2000',
    [uid],
  )
export const removeMessagesOf = async (tx: Tx, uid: number): Promise<void> => {
  await tx.deleteFrom('messages').where('uid', '=', uid).execute()
}
/**
 * Removes messages from before the given moment, some at a time. A message that is in nobody's box (a code) is removed
 * a month after it was written.
 */
export const removeOldMessages = async (
  db: Db,
  { before, codesBefore }: { before: Date; codesBefore: Date },
  limit: number,
): Promise<number> =>
  Number(
    (
      await sql`delete from messages
        where id in (select id from messages where created_at < greatest(${before}::timestamptz, ${codesBefore}::timestamptz) and (created_at < ${before} or uid is null) order by created_at limit ${limit})`.execute(
        db,
      )
    ).numAffectedRows ?? 0,
  )
export const countMessages = (db: Db): Promise<number> => estimateRows(db, 'messages')

export const adoptMessages = async (tx: Tx, { from, to }: Merging): Promise<void> => {
  await sql`update messages set uid = ${to} where uid = ${from}`.execute(tx)
}
