import { sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import { estimateRows } from '#db/estimate.ts'
import type { Merging } from '#contract/personal.ts'

type HeldConsent = { raceid: number; app: string; moment: string; state: string; asked_at: Date; ended_at: Date | null }
export const listHeldConsents = (db: Db, uid: number): Promise<HeldConsent[]> =>
  named<HeldConsent>(
    db,
    'wechat notices: of holder',
    `select raceid, app, moment, state, asked_at, ended_at from wechat_consents
     where uid = $1 order by id desc limit 2000`,
    [uid],
  )
export const eraseConsents = async (tx: Tx, uid: number): Promise<void> => {
  await tx.deleteFrom('wechat_consents').where('uid', '=', uid).execute()
}
export const adoptConsents = async (tx: Tx, { from, to }: Merging): Promise<void> => {
  await sql`update wechat_consents set uid = ${to} where uid = ${from}`.execute(tx)
}
export const removeOldConsents = async (db: Db, before: Date, limit: number): Promise<number> =>
  Number(
    (
      await sql`delete from wechat_consents where (raceid, id) in (
        select raceid, id from wechat_consents where asked_at < ${before} order by asked_at limit ${limit})`.execute(db)
    ).numAffectedRows ?? 0,
  )
export const countHeldConsents = (db: Db): Promise<number> => estimateRows(db, 'wechat_consents')
