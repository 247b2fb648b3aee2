import { sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import type { Merging } from '#contract/personal.ts'

type HeldDeposit = {
  raceid: number
  code: string | null
  amount: number
  state: string
  reason: string
  created_at: Date
  ended_at: Date | null
}
export const listHeldDeposits = (db: Db, uid: number): Promise<HeldDeposit[]> =>
  named<HeldDeposit>(
    db,
    'deposits of holder',
    `select raceid, code, amount, state, reason, created_at, ended_at from deposits
      where uid = $1 order by created_at desc limit 500`,
    [uid],
  )
export const adoptDeposits = async (tx: Tx, { from, to }: Merging): Promise<void> => {
  await sql`update deposits set uid = ${to} where uid = ${from}`.execute(tx)
}
