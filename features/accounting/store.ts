import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { ledgerRows } from '#features/orders/public.store.ts'
import { paymentRows } from '#features/payments/public.store.ts'
import { lineRows } from '#features/reconciliations/public.store.ts'
import { BOOKS_ZONE, type FeesOfDay, type BookMovement } from './rules.ts'

type Span = { from: Date; until: Date }
const day = sql`to_char((l.at at time zone ${sql.lit(BOOKS_ZONE)})::date, 'YYYY-MM-DD')`
const inSpan = (raceid: number, { from, until }: Span) =>
  sql`l.raceid = ${raceid} and l.at >= ${from} and l.at < ${until}`

export const sumLedger = async (db: Db, raceid: number, span: Span): Promise<BookMovement[]> => {
  const { rows } = await sql<BookMovement>`
    select ${day} as day, l.event, l.debit, l.credit, l.currency, count(*)::integer as n, sum(l.amount)::bigint as amount
    from ${ledgerRows.sql} l where ${inSpan(raceid, span)}
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`.execute(db)
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }))
}

/**
 * Sums the fees that the statements of the channels report for the payments and refunds of a race. The function also
 * sums the payments whose fee no statement reports. A fee counts on the day of the ledger row.
 */
export const sumFees = async (db: Db, raceid: number, span: Span): Promise<FeesOfDay[]> => {
  const { rows } = await sql<FeesOfDay>`
    select ${day} as day, p.gateway as channel, l.currency, coalesce(sum(t.fee), 0)::bigint as fee,
      count(t.fee)::integer as stated,
      coalesce(sum(l.amount) filter (where t.fee is null and l.debit like 'gateway:%'), 0)::bigint as unstated
    from ${ledgerRows.sql} l
    join ${paymentRows.sql} p on p.raceid = l.raceid and p.id = l.paymentid and p.gateway <> 'desk'
    left join ${lineRows.sql} t on t.raceid = l.raceid
      and ((l.debit like 'gateway:%' and t.kind = 'payment' and t.id = l.paymentid)
        or (l.credit like 'gateway:%' and l.event = 'refund_done' and t.kind = 'refund' and t.id = l.refundid))
    where ${inSpan(raceid, span)} and (l.debit like 'gateway:%' or l.credit like 'gateway:%')
    group by 1, 2, 3`.execute(db)
  return rows.map((row) => ({ ...row, fee: Number(row.fee), unstated: Number(row.unstated) }))
}
