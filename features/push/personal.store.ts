import { sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import { estimateRows } from '#db/estimate.ts'
import type { Merging } from '#contract/personal.ts'

type Held = { lang: string; zone: string; box: boolean; created_at: Date }
/** Lists the browsers of an account, without their addresses at push services. */
export const listBrowserRecords = (db: Db, uid: number): Promise<Held[]> =>
  named<Held>(
    db,
    'push: of holder',
    'select lang, zone, box, created_at from push_subscriptions where uid = $1 order by created_at desc limit 100',
    [uid],
  )
export const eraseOfAccount = async (tx: Tx, uid: number): Promise<void> => {
  await tx.deleteFrom('push_subscriptions').where('uid', '=', uid).execute()
}
export const adoptSubscriptions = async (tx: Tx, { from, to }: Merging): Promise<void> => {
  await sql`update push_subscriptions set uid = ${to} where uid = ${from}`.execute(tx)
}
export const removeOld = async (db: Db, before: Date, limit: number): Promise<number> =>
  Number(
    (
      await sql`delete from push_subscriptions where id in (
        select id from push_subscriptions where greatest(updated_at, sent_at) < ${before} limit ${limit})`.execute(db)
    ).numAffectedRows ?? 0,
  )
export const countSubscriptions = (db: Db): Promise<number> => estimateRows(db, 'push_subscriptions')
