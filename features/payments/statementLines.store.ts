import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { statementLines } from './public.store.ts'

const statementLineOf = (kind: 'payment' | 'refund', table: 'payments' | 'refunds') => {
  const of = <T>(column: 'day' | 'line') =>
    sql<T | null>`(select ${sql.ref(`told.${column}`)} from ${statementLines.get().sql} told
      where told.raceid = ${sql.ref(`${table}.raceid`)} and told.kind = ${kind}
      and told.id = ${sql.ref(`${table}.id`)})`
  return [of<string>('day').as('statement_day'), of<number>('line').as('statement_line')] as const
}

export const listMoneyOfOrder = async (db: Db, raceid: number, orderid: number) => {
  const [payments, refunds] = await Promise.all([
    db
      .selectFrom('payments')
      .selectAll('payments')
      .select(statementLineOf('payment', 'payments'))
      .where('raceid', '=', raceid)
      .where('orderid', '=', orderid)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('refunds')
      .selectAll('refunds')
      .select(statementLineOf('refund', 'refunds'))
      .where('raceid', '=', raceid)
      .where('orderid', '=', orderid)
      .orderBy('id')
      .execute(),
  ])
  return { payments, refunds }
}
