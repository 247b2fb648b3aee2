import { sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import type { Merging } from '#contract/personal.ts'

export const hasOrders = async (tx: Tx, uid: number): Promise<boolean> =>
  (await tx.selectFrom('orders').select('uid').where('uid', '=', uid).limit(1).executeTakeFirst()) !== undefined

type HeldOrder = {
  raceid: number
  tradeno: string
  subject: string
  amount: number
  currency: string
  state: string
  payment: string | null
  created_at: Date
  pay_at: Date | null
  refunded: number
}
export const listHeldOrders = (db: Db, uid: number): Promise<HeldOrder[]> =>
  named<HeldOrder>(
    db,
    'orders of holder',
    `select raceid, tradeno, subject, amount, currency, state, payment, created_at, pay_at, refunded
      from orders
      where uid = $1
      order by created_at desc
      limit 1000`,
    [uid],
  )
/**
 * Erases the payer's name at the gateway, and the comments of staff, which may name people. The order stays, because
 * accounting law requires this.
 */
export const eraseBuyer = async (tx: Tx, raceid: number, id: number): Promise<void> => {
  await sql`update orders
      set paydata = paydata - 'buyer_logon_id'
      where raceid = ${raceid} and id = ${id}`.execute(tx)
  await tx.deleteFrom('order_notes').where('raceid', '=', raceid).where('orderid', '=', id).execute()
}
export const eraseBuyersOf = async (tx: Tx, uid: number): Promise<void> => {
  await sql`update orders set paydata = paydata - 'buyer_logon_id' where uid = ${uid}`.execute(tx)
}

export const adoptOrders = async (tx: Tx, { from, to }: Merging): Promise<void> => {
  await sql`update orders set uid = ${to} where uid = ${from}`.execute(tx)
}

export const countedOrders = (uid: string): string => `select count(*)::integer from orders o where o.uid = ${uid}`
