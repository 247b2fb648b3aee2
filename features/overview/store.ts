import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { scheduledFileRows } from '#features/exports/public.store.ts'
import { handedInRows, protestRows } from '#features/results/public.store.ts'
import { hasLeft, registrationRows } from '#features/registrations/public.store.ts'
import { reportRows } from '#features/photos/public.store.ts'
import { refundRows } from '#features/payments/public.store.ts'
import { orderRows } from '#features/orders/public.store.ts'
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
   * Counts of live registrations, without runners who have left the race or the waitlist. `paid` counts the paid
   * registrations, and `registered` counts the registrations that are registered. `left` counts those who have left. `all`
   * also counts registrations whose time to pay has ended.
   */
  live: number
  paid: number
  registered: number
  left: number
  all: number
}
const left = sql.raw<boolean>(hasLeft('registrations'))

/**
 * Counts all figures of a race's registrations in one pass over its rows (docs/decisions/2026-11-23-overview.md). It
 * groups them by event and state, by the day of sign-up on the race's clock, by the hour from `since` on, and by facts
 * of the registered runners.
 */
export const countEntries = async (db: Db, raceid: number, zone: string, since: Date): Promise<EntryCountRow[]> => {
  const { rows } = await sql<EntryCountRow>`
    with entries as (
      select eventid, state, clothes, gender, age_on_race_day as age,
        coalesce(nullif(province, ''), province_of_document) as province,
        (created_at at time zone ${zone})::date as day,
        case when created_at >= ${since} then date_trunc('hour', created_at at time zone ${zone}) end as hour,
        closed_at is null and not ${left} as live, closed_at is null and ${left} as gone,
        pay_at is not null and refundid = 0 as paid
      from ${registrationRows.sql} registrations where raceid = ${raceid} and deleted_at is null
    )
    select case grouping(eventid, day, hour, clothes, gender, age, province)
        when 63 then 'event' when 95 then 'day' when 111 then 'hour' when 119 then 'clothes' when 123 then 'gender'
        when 125 then 'age' else 'province' end as of,
      eventid, state, to_char(day, 'YYYY-MM-DD') as day, to_char(hour, 'YYYY-MM-DD"T"HH24') as hour, clothes, gender, age, province,
      count(*) filter (where live)::integer as live,
      count(*) filter (where live and paid)::integer as paid,
      count(*) filter (where live and state = 'normal')::integer as registered,
      count(*) filter (where gone)::integer as left,
      count(*)::integer as all
    from entries
    group by grouping sets ((eventid, state), (day, state), (hour, state), (clothes, state), (gender, state), (age, state),
      (province, state))`.execute(db)
  return rows
}

/** An add-on of an event as its buyers hold it. `names` is the name with which it was sold. */
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
/**
 * Counts the add-ons that registrations hold, paid and unpaid. An add-on that a runner brought along from another event
 * counts for that event, because it uses that event's stock.
 */
export const countAddons = async (db: Db, raceid: number): Promise<AddonRow[]> => {
  const { rows } = await sql<AddonRow>`
    select eventid, id, (min(names::text))::jsonb as names,
      count(*) filter (where paid)::integer as buyers, coalesce(sum(n) filter (where paid), 0)::integer as sold,
      coalesce(sum(n * price) filter (where paid), 0)::bigint as sum,
      count(*) filter (where not paid)::integer as unpaid_buyers,
      coalesce(sum(n) filter (where not paid), 0)::integer as unpaid
    from (
      select coalesce((one->>'of')::integer, eventid) as eventid, one->>'id' as id, one->'names' as names,
        (one->>'n')::integer as n, (one->>'price')::bigint as price, pay_at is not null as paid
      from ${registrationRows.sql} registrations cross join lateral jsonb_array_elements(addons) as one
      where raceid = ${raceid} and addons <> '[]'::jsonb and place_held and refundid = 0
        and deleted_at is null and closed_at is null and not ${left}
    ) held group by eventid, id`.execute(db)
  return rows.map((row) => ({ ...row, sum: Number(row.sum) }))
}

type Moved = { received: number; refunded: number }
export type MoneyFlow = { days: (Moved & { day: string })[]; hours: (Moved & { hour: string })[] }
/** Sums payments and refunds on the race's clock, by day, and by hour from `since` on. */
export const countMoney = async (db: Db, raceid: number, zone: string, since: Date): Promise<MoneyFlow> => {
  const { rows } = await sql<Moved & { day: string | null; hour: string | null }>`
    select to_char(day, 'YYYY-MM-DD') as day, to_char(hour, 'YYYY-MM-DD"T"HH24') as hour,
      sum(received)::bigint as received, sum(refunded)::bigint as refunded
    from (
      select (at at time zone ${zone})::date as day,
        case when at >= ${since} then date_trunc('hour', at at time zone ${zone}) end as hour, received, refunded
      from (
        select pay_at as at, amount as received, 0 as refunded
        from ${orderRows.sql} orders where raceid = ${raceid} and state = 'paid' and pay_at is not null and amount > 0
        union all
        select coalesce(refund_at, updated_at), 0, coalesce(fen, amount)
        from ${refundRows.sql} refunds where raceid = ${raceid} and state = 'done'
      ) moved
    ) moved group by grouping sets ((day), (hour)) order by day, hour`.execute(db)
  const moved = rows.map((row) => ({ ...row, received: Number(row.received), refunded: Number(row.refunded) }))
  return {
    days: moved.flatMap(({ day, received, refunded }) => (day === null ? [] : [{ day, received, refunded }])),
    hours: moved.flatMap(({ hour, received, refunded }) => (hour === null ? [] : [{ hour, received, refunded }])),
  }
}

/** Counts the files of schedules that a member of staff has not fetched. */
export const countFiles = async (db: Db, raceid: number, staffid: number, now: Date): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from ${scheduledFileRows.sql} f
    where f.raceid = ${raceid} and f.staffid = ${staffid} and f.fetched_at is null and f.expires_at > ${now}`.execute(
    db,
  )
  return rows[0]!.n
}

/** Counts the work that waits for staff, except work on registrations. */
export const countDesks = async (
  db: Db,
  raceid: number,
): Promise<{
  open: number
  refunds_failed: number
  invoices: number
  handins: number
  protests: number
  photo_reports: number
}> => {
  const { rows } = await sql<Awaited<ReturnType<typeof countDesks>>>`
    select (select count(*) from ${orderRows.sql} orders where raceid = ${raceid} and state = 'open')::integer as open,
      (select count(*) from ${refundRows.sql} refunds where raceid = ${raceid} and state = 'failed')::integer as refunds_failed,
      (select count(*) from ${invoiceRows.sql} invoices where raceid = ${raceid} and state = 'asked')::integer as invoices,
      (select count(*) from ${handedInRows.sql} handed_in_results where raceid = ${raceid} and state = 'waiting')::integer as handins,
      (select count(*) from ${protestRows.sql} result_protests where raceid = ${raceid} and state = 'open')::integer as protests,
      (select count(*) from ${reportRows.sql} photo_reports where raceid = ${raceid} and state = 'open')::integer as photo_reports`.execute(
    db,
  )
  return rows[0]!
}
