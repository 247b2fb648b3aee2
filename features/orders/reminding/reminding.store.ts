import { sql } from 'kysely'
import type { Db, Tx } from '#db/db.ts'
import type { OrderToRemind } from '../rules.ts'

export const listEndingSoon = async (
  db: Db,
  room: string,
  now: Date,
  { withinMs, leastMs, limit }: { withinMs: number; leastMs: number; limit: number },
): Promise<OrderToRemind[]> =>
  (
    await sql<OrderToRemind>`
      select raceid, id, created_at, pay_end from orders
      where state = 'open' and reminded_at is null and room = ${room} and pay_end > ${now}
        and pay_end <= ${new Date(now.getTime() + withinMs)}
        and pay_end - created_at >= make_interval(secs => ${leastMs / 1000})
      order by pay_end limit ${limit}`.execute(db)
  ).rows

export const setReminded = async (tx: Tx, raceid: number, id: number, now: Date): Promise<boolean> =>
  (await tx
    .updateTable('orders')
    .set({ reminded_at: now })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('reminded_at', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined
