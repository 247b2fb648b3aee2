import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#db/db.ts'
import type { ReconciliationDifferences, ReconciliationRuns, Reconciliations } from '#db/schema.ts'
import { staffRows } from '#features/staff/public.store.ts'
import { paymentRows, refundRows } from '#features/payments/public.store.ts'
import type { Difference, DifferenceKind, Reconciled, ReconciliationRun } from './contract.ts'
import type { OurPayment, OurRefund, Sums } from './rules.ts'

export type StatementDay = { gateway: string; day: string }
export type KeptDifference = {
  mark: string
  kind: DifferenceKind
  line?: number | undefined
  tradeno?: string | undefined
  refundno?: string | undefined
  number?: string | undefined
  raceid?: number | undefined
  orderid?: number | undefined
  ours?: string | undefined
  theirs?: string | undefined
}

/**
 * Claims the day for a comparison. Returns false if another run holds the day, unless that run began before `stale`.
 */
export const claimDay = async (
  db: Db,
  { gateway, day }: StatementDay,
  source: string,
  now: Date,
  stale: Date,
): Promise<boolean> => {
  const { rows } = await sql`
    insert into reconciliations (gateway, day, state, source, started_at)
    values (${gateway}, ${day}, 'under_way', ${source}, ${now})
    on conflict (gateway, day) do update set state = 'under_way', failure = null,
      started_at = excluded.started_at, finished_at = null
    where reconciliations.state <> 'under_way' or reconciliations.started_at < ${stale}
    returning 1`.execute(db)
  return rows.length > 0
}
export const clearLines = async (db: Db, { gateway, day }: StatementDay): Promise<void> => {
  await db.deleteFrom('statement_lines').where('gateway', '=', gateway).where('day', '=', day).execute()
}
type Outcome = {
  state: 'even' | 'differs' | 'not_ready' | 'failed'
  source?: 'fetched' | 'file' | 'none'
  failure?: string
  lines?: number
  matched?: number
  differences?: number
  unlisted?: number
} & Partial<Omit<Sums, 'malformed'>>
export const finishDay = async (
  on: Db | Tx,
  { gateway, day }: StatementDay,
  outcome: Outcome,
  now: Date,
): Promise<void> => {
  await on
    .updateTable('reconciliations')
    .set({ ...outcome, finished_at: now })
    .where('gateway', '=', gateway)
    .where('day', '=', day)
    .execute()
}

/** Keeps the outcome of a comparison beside the earlier outcomes. */
export const keepStatementRun = async (
  on: Db | Tx,
  { gateway, day }: StatementDay,
  run: {
    source: 'fetched' | 'file' | 'none'
    state: Outcome['state']
    failure?: string
    lines?: number
    matched?: number
    differences?: number
  },
  at: Date,
): Promise<void> => {
  await on
    .insertInto('reconciliation_runs')
    .values({ gateway, day, ...run, at })
    .execute()
}
/** Lists the last comparisons of a day, newest first. */
export const listRuns = async (db: Db, { gateway, day }: StatementDay) =>
  (await db
    .selectFrom('reconciliation_runs')
    .selectAll()
    .where('gateway', '=', gateway)
    .where('day', '=', day)
    .orderBy('id', 'desc')
    .limit(20)
    .execute()) as (Selectable<ReconciliationRuns> & Pick<ReconciliationRun, 'source' | 'state'>)[]

export type RefundNumber = { raceid: number; number: string }
type FoundPayment = OurPayment & { raceid: number; tradeno: string; id: number; orderid: number }
/** Reads the payments of these races and numbers in one query. */
export const listPaymentsOf = async (db: Db, numbers: readonly RefundNumber[]): Promise<FoundPayment[]> =>
  (
    await sql<FoundPayment>`
    select p.raceid, p.tradeno, p.id, p.orderid, p.state, p.gateway, p.paid_amount as amount,
      p.paid_currency as currency, p.gateway_number as number
    from unnest(${numbers.map(({ raceid }) => raceid)}::int[], ${numbers.map(({ number }) => number)}::text[]) as wanted (raceid, tradeno)
    join ${paymentRows.sql} p on p.raceid = wanted.raceid and p.tradeno = wanted.tradeno`.execute(db)
  ).rows
type FoundRefund = OurRefund & { raceid: number; refundno: string; id: number; orderid: number }
export const listRefundsOf = async (db: Db, numbers: readonly RefundNumber[]): Promise<FoundRefund[]> =>
  (
    await sql<FoundRefund>`
    select r.raceid, r.refundno, r.id, r.orderid, r.state, r.payment as gateway, r.amount, r.currency
    from unnest(${numbers.map(({ raceid }) => raceid)}::int[], ${numbers.map(({ number }) => number)}::text[]) as wanted (raceid, refundno)
    join ${refundRows.sql} r on r.raceid = wanted.raceid and r.refundno = wanted.refundno`.execute(db)
  ).rows

export type MatchedLine = { raceid: number; kind: 'payment' | 'refund'; id: number; line: number; fee: number | null }
/**
 * Records which line reports each payment or refund. Returns the numbers of the recorded lines. A line is not recorded
 * if another line has already reported its payment or refund.
 */
export const noteLines = async (
  db: Db,
  { gateway, day }: StatementDay,
  lines: readonly MatchedLine[],
): Promise<Set<number>> => {
  const { rows } = await sql<{ line: number }>`
    insert into statement_lines (raceid, kind, id, gateway, day, line, fee)
    select distinct on (raceid, kind, id) raceid, kind, id, ${gateway}, ${day}::date, line, fee
    from unnest(${lines.map(({ raceid }) => raceid)}::int[], ${lines.map(({ kind }) => kind)}::text[], ${lines.map(({ id }) => id)}::bigint[], ${lines.map(({ line }) => line)}::int[], ${lines.map(({ fee }) => fee)}::bigint[]) as told (raceid, kind, id, line, fee)
    order by raceid, kind, id, line
    on conflict (raceid, kind, id) do nothing
    returning line`.execute(db)
  return new Set(rows.map(({ line }) => line))
}

/** The place of a payment or refund in the list of unlisted ones. */
type UnlistedKey = { kind: 'payment' | 'refund'; raceid: number; id: number }
type Unlisted = UnlistedKey & {
  orderid: number
  tradeno: string
  refundno: string | null
  number: string | null
  amount: number
  currency: string
}
/**
 * Lists at most `most` payments and refunds that our books have in a span of time and that no statement reports, after
 * the key `after`. The comparison of the day `without` does not count, because another comparison replaces it.
 */
export const listUnlisted = async (
  db: Db,
  gateway: string,
  { from, until }: { from: Date; until: Date },
  { most, after, without }: { most: number; after?: UnlistedKey | undefined; without?: StatementDay | undefined },
): Promise<Unlisted[]> => {
  const counts = without
    ? sql`not (l.gateway = ${without.gateway} and l.day = ${without.day}::date)`
    : sql<boolean>`true`
  const { rows } = await sql<Unlisted>`
    select * from (
      select p.raceid, 'payment'::text as kind, p.id, p.orderid, p.tradeno, null::text as refundno,
        p.gateway_number as number, p.paid_amount as amount, p.paid_currency as currency
      from ${paymentRows.sql} p where p.state = 'paid' and p.paid_at >= ${from} and p.paid_at < ${until} and p.gateway = ${gateway}
        and not exists (select from statement_lines l
          where l.raceid = p.raceid and l.kind = 'payment' and l.id = p.id and ${counts})
      union all
      select r.raceid, 'refund'::text, r.id, r.orderid, p.tradeno, r.refundno, null::text, r.amount, r.currency
      from ${refundRows.sql} r join ${paymentRows.sql} p on p.raceid = r.raceid and p.id = r.paymentid
      where r.state = 'done' and r.refund_at >= ${from} and r.refund_at < ${until} and r.payment = ${gateway}
        and not exists (select from statement_lines l
          where l.raceid = r.raceid and l.kind = 'refund' and l.id = r.id and ${counts})
    ) u
    where (u.kind, u.raceid, u.id) > (${after?.kind ?? ''}::text, ${after?.raceid ?? 0}::integer, ${after?.id ?? 0}::bigint)
    order by u.kind, u.raceid, u.id limit ${most}`.execute(db)
  return rows
}

/**
 * Writes the differences of a run, and removes open differences that this run does not find. It keeps a difference that
 * a run with another source found last, unless only our books have the payment or refund. Settled differences are
 * never removed.
 */
export const replaceDifferences = async (
  tx: Tx,
  { gateway, day }: StatementDay,
  { found, source }: { found: readonly KeptDifference[]; source: 'fetched' | 'file' | 'none' },
  now: Date,
): Promise<void> => {
  const marks = found.map(({ mark }) => mark)
  await tx
    .deleteFrom('reconciliation_differences')
    .where('gateway', '=', gateway)
    .where('day', '=', day)
    .where('settled_at', 'is', null)
    .where((eb) => eb.not(eb('mark', '=', sql<string>`any(${marks}::text[])`)))
    .where((eb) => eb.or([eb('kind', 'in', ['missing_there', 'refund_missing_there']), eb('source', '=', source)]))
    .execute()
  for (let at = 0; at < found.length; at += 500) {
    const rows = found.slice(at, at + 500).map((one) => ({
      gateway,
      day,
      mark: one.mark,
      kind: one.kind,
      line: one.line ?? null,
      tradeno: one.tradeno ?? null,
      refundno: one.refundno ?? null,
      number: one.number ?? null,
      raceid: one.raceid ?? null,
      orderid: one.orderid ?? null,
      ours: one.ours ?? null,
      theirs: one.theirs ?? null,
      source: source === 'file' ? 'file' : 'fetched',
      found_at: now,
    }))
    await tx
      .insertInto('reconciliation_differences')
      .values(rows)
      .onConflict((on) =>
        on.columns(['gateway', 'day', 'mark']).doUpdateSet((eb) => ({
          line: eb.ref('excluded.line'),
          ours: eb.ref('excluded.ours'),
          theirs: eb.ref('excluded.theirs'),
          orderid: eb.ref('excluded.orderid'),
          source: eb.ref('excluded.source'),
          // A settled difference opens again if the channel now reports other facts (`theirs`).
          settled_at: sql<Date | null>`case when reconciliation_differences.theirs is distinct from excluded.theirs then null else reconciliation_differences.settled_at end`,
        })),
      )
      .execute()
  }
}
/** Marks differences as settled after the server asked the channel. Staff have nothing left to do. */
export const settleByAsking = async (
  tx: Tx,
  { gateway, day }: StatementDay,
  marks: readonly string[],
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('reconciliation_differences')
    .set({ settled_at: now })
    .where('gateway', '=', gateway)
    .where('day', '=', day)
    .where('settled_at', 'is', null)
    .where('mark', '=', sql<string>`any(${marks}::text[])`)
    .execute()
}
export const countOpen = async (on: Db | Tx, { gateway, day }: StatementDay): Promise<number> =>
  Number(
    (
      await on
        .selectFrom('reconciliation_differences')
        .select((eb) => eb.fn.countAll().as('n'))
        .where('gateway', '=', gateway)
        .where('day', '=', day)
        .where('settled_at', 'is', null)
        .executeTakeFirstOrThrow()
    ).n,
  )

/** The number of open differences. Differences that are not kept one by one count too, and nobody can settle them. */
const openCount =
  sql<number>`(select count(*) from reconciliation_differences d where d.gateway = reconciliations.gateway and d.day = reconciliations.day and d.settled_at is null) + reconciliations.unlisted`.as(
    'open',
  )
type DayRow = Selectable<Reconciliations> & { open: number }
const dayOf = (row: DayRow) => row as DayRow & Pick<Reconciled, 'state' | 'gateway' | 'source'>
export const findDay = async (db: Db | Tx, { gateway, day }: StatementDay) => {
  const row = await db
    .selectFrom('reconciliations')
    .selectAll()
    .select(openCount)
    .where('gateway', '=', gateway)
    .where('day', '=', day)
    .executeTakeFirst()
  return row && dayOf(row)
}
export const listDays = async (db: Db, after: StatementDay | undefined, limit: number) => {
  let query = db.selectFrom('reconciliations').selectAll().select(openCount)
  if (after)
    query = query.where(
      sql<boolean>`(day < ${after.day}::date or (day = ${after.day}::date and gateway > ${after.gateway}))`,
    )
  return (await query.orderBy('day', 'desc').orderBy('gateway').limit(limit).execute()).map(dayOf)
}

type DifferenceRow = Selectable<ReconciliationDifferences> & { staff: string | null }
export const listDifferences = async (
  on: Db | Tx,
  { gateway, day }: StatementDay,
  { settled, after, limit }: { settled: boolean; after?: number | undefined; limit: number },
): Promise<(DifferenceRow & Pick<Difference, 'kind'>)[]> => {
  let query = on
    .selectFrom('reconciliation_differences as d')
    .leftJoin(staffRows.as('staff'), 'staff.staffid', 'd.settled_by')
    .selectAll('d')
    .select('staff.name as staff')
    .where('d.gateway', '=', gateway)
    .where('d.day', '=', day)
    .where('d.settled_at', settled ? 'is not' : 'is', null)
  if (after !== undefined) query = query.where('d.id', '>', after)
  return (await query.orderBy('d.id').limit(limit).execute()) as (DifferenceRow & Pick<Difference, 'kind'>)[]
}
/** Locks the day of a difference and then the difference. If the last difference is settled, the day changes too. */
export const lockDifference = async (tx: Tx, { gateway, day }: StatementDay, id: number) => {
  await tx
    .selectFrom('reconciliations')
    .select('day')
    .where('gateway', '=', gateway)
    .where('day', '=', day)
    .forUpdate()
    .execute()
  return tx
    .selectFrom('reconciliation_differences')
    .selectAll()
    .where('gateway', '=', gateway)
    .where('day', '=', day)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}
export const settleDifference = async (
  tx: Tx,
  { gateway, day }: StatementDay,
  id: number,
  set: { settled_at: Date; settled_by: number; note: string },
): Promise<void> => {
  await tx
    .updateTable('reconciliation_differences')
    .set(set)
    .where('gateway', '=', gateway)
    .where('day', '=', day)
    .where('id', '=', id)
    .execute()
}
/** Marks a day as balanced when its last difference is settled. A day with unlisted differences does not change. */
export const markDayEven = async (tx: Tx, { gateway, day }: StatementDay): Promise<void> => {
  await tx
    .updateTable('reconciliations')
    .set({ state: 'even' })
    .where('gateway', '=', gateway)
    .where('day', '=', day)
    .where('state', '=', 'differs')
    .where('unlisted', '=', 0)
    .execute()
}

export const readRates = async (db: Db): Promise<Map<string, number>> =>
  new Map(
    (await db.selectFrom('channel_fees').select(['gateway', 'rate']).execute()).map(({ gateway, rate }) => [
      gateway,
      rate,
    ]),
  )
export const saveRate = async (tx: Tx, gateway: string, rate: number | undefined, now: Date): Promise<void> => {
  if (rate === undefined) await tx.deleteFrom('channel_fees').where('gateway', '=', gateway).execute()
  else
    await tx
      .insertInto('channel_fees')
      .values({ gateway, rate, updated_at: now })
      .onConflict((on) => on.column('gateway').doUpdateSet({ rate, updated_at: now }))
      .execute()
}
