import { webhookRows } from '#features/webhooks/public.store.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Readable } from '#db/readable.ts'
import type { BlockFact } from './blocks.service.ts'
import { scheduledFileRows } from '#features/exports/public.store.ts'
import { nameCheckRows } from '#features/realnames/public.store.ts'
import { suspicionRows } from '#features/substitutes/public.store.ts'
import { handedInRows, protestRows } from '#features/results/public.store.ts'
import { bulkRows, hasLeft, registrationRows } from '#features/registrations/public.store.ts'
import { reportRows } from '#features/photos/public.store.ts'
import { refundRows } from '#features/payments/public.store.ts'
import { orderRows } from '#features/orders/public.store.ts'
import { stayRows } from '#features/hotels/public.store.ts'
import { challengeProofRows } from '#features/challenges/public.store.ts'
import { depositRows } from '#features/deposits/public.store.ts'
import { prizeRows } from '#features/luckydraws/public.store.ts'
import { shopOrderRows, shopReturnRows } from '#features/shop/public.store.ts'
import { ticketScanRows } from '#features/tickets/public.store.ts'
import { invoiceRows } from '#features/invoices/public.store.ts'

export type EntryCountRow = {
  /** The grouping of the row. */
  of: 'event' | 'day' | 'hour' | 'clothes' | 'gender' | 'age' | 'province'
  eventid: number | null
  state: string | null
  day: string | null
  hour: string | null
  clothes: string | null
  gender: string | null
  age: number | null
  province: string | null
  /**
   * `live`, `paid` and `registered` leave out runners who have left the race or the waitlist. `left` counts these
   * runners. `all` also counts registrations whose time to pay has ended.
   */
  live: number
  paid: number
  registered: number
  left: number
  all: number
}
/** The facts of one registration that the figures need. `gone` is true for runners who have left. */
export type EntryFact = BlockFact &
  Pick<EntryCountRow, 'clothes' | 'gender' | 'age' | 'province'> & {
    eventid: number
    state: string
    day: string
    hour: string | null
    live: boolean
    gone: boolean
    paid: boolean
    /** The add-ons that count as held. */
    held: { id: string; of?: number; names: unknown; n: number; price: number }[] | null
  }
/** The number of ids in a block. The number of an id's block is the id divided by `BLOCK`, rounded down. */
export const BLOCK = 2_000
/**
 * Returns the SQL for the rows of a race in the given blocks, or in all blocks. A range of ids for each block lets the
 * database use the key of the table.
 */
const rowsIn = ({ sql: rows }: Readable<unknown>, raceid: number, blocks: readonly number[] | undefined) =>
  blocks === undefined
    ? sql`(select * from ${rows} one where raceid = ${raceid})`
    : sql`(select one.* from unnest(${[...blocks]}::bigint[]) as asked (block) cross join lateral (
        select * from ${rows} one where raceid = ${raceid}
          and id >= block * ${sql.lit(BLOCK)} and id < (block + 1) * ${sql.lit(BLOCK)}) one)`
const blockOf = sql.raw<number>(`(id / ${BLOCK})::integer`)
const atOf = sql.raw<number>(`(id % ${BLOCK})::integer`)
export type RowsAsked = { blocks: readonly number[] } | { ids: readonly number[] }
const rowsAsked = (table: Readable<unknown>, raceid: number, asked: RowsAsked) =>
  'blocks' in asked
    ? rowsIn(table, raceid, asked.blocks)
    : sql`(select * from ${table.sql} one where raceid = ${raceid} and id = any(${[...asked.ids]}::bigint[]))`

/** A row that has changed, with the moment of its last change in milliseconds. */
export type ChangedRow = { id: number; at: number }
/**
 * Lists the rows of a race that have changed since a moment. The query returns all rows in one text, in a tenth of the
 * time that single rows would take.
 */
const changedIn =
  ({ sql: table }: Readable<unknown>) =>
  async (db: Db, raceid: number, since: Date): Promise<ChangedRow[]> => {
    const { rows } = await sql<{ all: string | null }>`
      select string_agg(id || ' ' || (extract(epoch from updated_at) * 1000)::bigint, ',') as all
      from ${table} one where raceid = ${raceid} and updated_at >= ${since}`.execute(db)
    return (rows[0]?.all ?? '').split(',').flatMap((one) => {
      const [id, at] = one.split(' ')
      return at === undefined ? [] : [{ id: Number(id), at: Number(at) }]
    })
  }
export const changedEntries = changedIn(registrationRows)
export const changedOrders = changedIn(orderRows)
export const changedRefunds = changedIn(refundRows)

const left = sql.raw<boolean>(hasLeft('registrations'))

/** Returns the hour of a moment on the race's clock; null for a moment before `since`. */
const hourOf = (at: RawBuilder<unknown>, zone: string, since: Date) =>
  sql`case when ${at} >= ${since} then date_trunc('hour', ${at} at time zone ${zone}) end`
const dayOf = (at: RawBuilder<unknown>, zone: string) => sql`(${at} at time zone ${zone})::date`
const asDay = sql.raw("to_char(day, 'YYYY-MM-DD') as day")
const asHour = sql.raw(`to_char(hour, 'YYYY-MM-DD"T"HH24') as hour`)
/** The clock by which the figures count a row by day and by hour. Figures by hour begin at `since`. */
export type CountClock = { zone: string; since: Date }

const factColumns = ({ zone, since }: CountClock) => sql`
  ${blockOf} as block, eventid, state, clothes, gender, age_on_race_day as age,
  coalesce(nullif(province, ''), province_of_document) as province,
  ${dayOf(sql`created_at`, zone)} as day, ${hourOf(sql`created_at`, zone, since)} as hour,
  closed_at is null and not ${left} as live, closed_at is null and ${left} as gone,
  pay_at is not null and refundid = 0 as paid`
const holdsAddons = sql`addons <> '[]'::jsonb and place_held and refundid = 0 and deleted_at is null
  and closed_at is null and not ${left}`

export const readEntries = async (
  db: Db,
  raceid: number,
  clock: CountClock,
  asked: RowsAsked,
): Promise<EntryFact[]> => {
  const { rows } = await sql<EntryFact>`
    select block, at, counts, eventid, state, clothes, gender, age, province, ${asDay}, ${asHour}, live, gone, paid, held
    from (select ${factColumns(clock)}, ${atOf} as at, deleted_at is null as counts, case when ${holdsAddons} then addons end as held
      from ${rowsAsked(registrationRows, raceid, asked)} registrations) facts`.execute(db)
  return rows
}

/**
 * Counts all figures of a race's registrations in one pass over its rows, by block of ids
 * (docs/decisions/2026-11-23-overview-by-blocks.md).
 */
export const countEntries = async (
  db: Db,
  raceid: number,
  clock: CountClock,
  blocks?: readonly number[],
): Promise<(EntryCountRow & { block: number })[]> => {
  const { rows } = await sql<EntryCountRow & { block: number }>`
    with entries as (
      select ${factColumns(clock)} from ${rowsIn(registrationRows, raceid, blocks)} registrations
      where deleted_at is null
    )
    select block, case grouping(eventid, day, hour, clothes, gender, age, province)
        when 63 then 'event' when 95 then 'day' when 111 then 'hour' when 119 then 'clothes' when 123 then 'gender'
        when 125 then 'age' else 'province' end as of,
      eventid, state, ${asDay}, ${asHour}, clothes, gender, age, province,
      count(*) filter (where live)::integer as live,
      count(*) filter (where live and paid)::integer as paid,
      count(*) filter (where live and state = 'normal')::integer as registered,
      count(*) filter (where gone)::integer as left,
      count(*)::integer as all
    from entries
    group by grouping sets ((block, eventid, state), (block, day), (block, hour), (block, clothes), (block, gender),
      (block, age), (block, province))`.execute(db)
  return rows
}

/** The sales of an add-on of an event. `names` is the add-on's name at the sale. */
export type AddonRow = {
  eventid: number
  id: string
  names: unknown
  buyers: number
  sold: number
  sum: number
  unpaid_buyers: number
  unpaid: number
}
export type AddonCountRow = AddonRow & { of: 'addon' }
/**
 * Counts the add-ons that registrations hold, paid and unpaid. An add-on that a runner brought along from another event
 * counts for that event, because it uses that event's stock.
 */
export const countAddons = async (
  db: Db,
  raceid: number,
  blocks?: readonly number[],
): Promise<(AddonCountRow & { block: number })[]> => {
  const { rows } = await sql<AddonCountRow & { block: number }>`
    select block, 'addon' as of, eventid, id, (min(names::text))::jsonb as names,
      count(*) filter (where paid)::integer as buyers, coalesce(sum(n) filter (where paid), 0)::integer as sold,
      coalesce(sum(n * price) filter (where paid), 0)::bigint as sum,
      count(*) filter (where not paid)::integer as unpaid_buyers,
      coalesce(sum(n) filter (where not paid), 0)::integer as unpaid
    from (
      select ${blockOf} as block, coalesce((one->>'of')::integer, eventid) as eventid, one->>'id' as id, one->'names' as names,
        (one->>'n')::integer as n, (one->>'price')::bigint as price, pay_at is not null as paid
      from ${rowsIn(registrationRows, raceid, blocks)} registrations
        cross join lateral jsonb_array_elements(addons) as one
      where ${holdsAddons}
    ) held group by block, eventid, id`.execute(db)
  return rows.map((row) => ({ ...row, sum: Number(row.sum) }))
}

/**
 * The money of a block of ids, by day or by hour. Among the rows by day, the row whose `day` is null is for orders and
 * refunds that have moved no money.
 */
export type MoneyRow = {
  of: 'day' | 'hour'
  day: string | null
  hour: string | null
  received: number
  refunded: number
  /** The number of orders that payers may still pay. */
  open: number
}
type Moved = MoneyRow & { block: number }
export type MoneyFact = BlockFact & Pick<MoneyRow, 'day' | 'hour' | 'received' | 'refunded'> & { open: boolean }
/** A table of money. Its columns are id, at, received, refunded and open, and `counts` tells which rows count. */
type MoneyTable = { table: Readable<unknown>; columns: RawBuilder<unknown>; counts: RawBuilder<unknown> }
const orderMoney: MoneyTable = {
  table: orderRows,
  columns: sql`id, case when state = 'paid' then pay_at end as at,
    case when state = 'paid' and pay_at is not null then amount else 0 end as received, 0 as refunded,
    state = 'open' as open`,
  counts: sql`true`,
}
const refundMoney: MoneyTable = {
  table: refundRows,
  columns: sql`id, coalesce(refund_at, updated_at) as at, 0 as received, coalesce(fen, amount) as refunded,
    false as open`,
  counts: sql`state = 'done'`,
}
const momentColumns = ({ zone, since }: CountClock) => {
  const at = sql`at`
  return sql`${dayOf(at, zone)} as day, ${hourOf(at, zone, since)} as hour, received, refunded, open`
}
const sumMoney =
  ({ table, columns, counts }: MoneyTable) =>
  async (db: Db, raceid: number, clock: CountClock, blocks?: readonly number[]): Promise<Moved[]> => {
    const { rows } = await sql<Moved>`
      select block, case grouping(day) when 0 then 'day' else 'hour' end as of, ${asDay}, ${asHour},
        sum(received)::bigint as received, sum(refunded)::bigint as refunded, count(*) filter (where open)::integer as open
      from (select ${blockOf} as block, ${momentColumns(clock)}
        from (select ${columns} from ${rowsIn(table, raceid, blocks)} rows where ${counts}) moved) moved
      group by grouping sets ((block, day), (block, hour))`.execute(db)
    return rows.map((row) => ({ ...row, received: Number(row.received), refunded: Number(row.refunded) }))
  }
const readMoney =
  ({ table, columns, counts }: MoneyTable) =>
  async (db: Db, raceid: number, clock: CountClock, asked: RowsAsked): Promise<MoneyFact[]> => {
    const { rows } = await sql<MoneyFact>`
      select block, at, counts, ${asDay}, ${asHour}, received, refunded, open
      from (select ${blockOf} as block, ${atOf} as at, counts, ${momentColumns(clock)}
        from (select ${columns}, ${counts} as counts from ${rowsAsked(table, raceid, asked)} rows) moved) moved`.execute(
      db,
    )
    return rows
  }
/** Sums the payments of a race, and counts its open orders, by block of ids. */
export const countOrders = sumMoney(orderMoney)
export const readOrders = readMoney(orderMoney)
/** Sums the refunds of a race that have reached their payers, by block of ids. */
export const countRefunds = sumMoney(refundMoney)
export const readRefunds = readMoney(refundMoney)

/** Counts the files of scheduled exports that a member of staff has not fetched and still can fetch. */
export const countFiles = async (db: Db, raceid: number, staffid: number, now: Date): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from ${scheduledFileRows.sql} f
    where f.raceid = ${raceid} and f.staffid = ${staffid} and f.fetched_at is null and f.expires_at > ${now}`.execute(
    db,
  )
  return rows[0]!.n
}

/** Counts the work of several kinds that waits for staff. */
export const countDesks = async (
  db: Db,
  raceid: number,
): Promise<{
  refunds_failed: number
  approvals: number
  invoices: number
  handins: number
  stays: number
  webhooks: number
  protests: number
  names: number
  substitutes: number
  photo_reports: number
  gate_clashes: number
  proofs: number
  shop_orders: number
  shop_returns: number
  prizes: number
  deposits_out: number
}> => {
  const { rows } = await sql<Awaited<ReturnType<typeof countDesks>>>`
    select (select count(*) from ${refundRows.sql} refunds where raceid = ${raceid} and state = 'failed')::integer as refunds_failed,
      (select count(*) from ${bulkRows.sql} bulk_actions where raceid = ${raceid} and state = 'waiting')::integer as approvals,
      (select count(*) from ${invoiceRows.sql} invoices where raceid = ${raceid} and state = 'asked')::integer as invoices,
      (select count(*) from ${handedInRows.sql} handed_in_results where raceid = ${raceid} and state = 'waiting')::integer as handins,
      (select count(*) from ${webhookRows.sql} webhooks where raceid = ${raceid}
        and (state = 'failed' or (state = 'on' and failing_since is not null)))::integer as webhooks,
      (select count(*) from ${stayRows.sql} hotel_stays where raceid = ${raceid} and state = 'booked'
        and confirmation is null)::integer as stays,
      (select count(*) from ${protestRows.sql} result_protests where raceid = ${raceid} and state = 'open')::integer as protests,
      (select count(*) from ${nameCheckRows.sql} name_checks where raceid = ${raceid} and decision is null
        and outcome in ('mismatch', 'no_record'))::integer as names,
      (select count(*) from ${suspicionRows.sql} suspicions where raceid = ${raceid} and state = 'open')::integer as substitutes,
      (select count(*) from ${reportRows.sql} photo_reports where raceid = ${raceid} and state = 'open')::integer as photo_reports,
      (select count(*) from ${ticketScanRows.sql} ticket_scans where raceid = ${raceid} and offline and outcome <> 'ok'
        and settled_at is null)::integer as gate_clashes,
      (select count(*) from ${challengeProofRows.sql} challenge_proofs where raceid = ${raceid}
        and state = 'waiting')::integer as proofs,
      (select count(*) from ${shopOrderRows.sql} shop_orders where raceid = ${raceid}
        and (state = 'paid' or (state = 'packed' and way = 'post')))::integer as shop_orders,
      (select count(*) from ${shopReturnRows.sql} shop_returns where raceid = ${raceid} and state = 'asked')::integer as shop_returns,
      (select count(*) from ${prizeRows.sql} prizes where raceid = ${raceid} and way = 'post' and state = 'claimed')::integer as prizes,
      (select count(*) from ${depositRows.sql} deposits where raceid = ${raceid} and state = 'lent')::integer as deposits_out`.execute(
    db,
  )
  return rows[0]!
}
