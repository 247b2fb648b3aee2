import { sql } from 'kysely'
import type { Text } from '#contract/words.ts'
import { type Db, type Tx, named } from '#db/db.ts'
import { eventRows } from '#features/events/public.store.ts'
import { orderRows } from '#features/orders/public.store.ts'
import { staffRows } from '#features/staff/public.store.ts'
import { type RegistrationFilter, conditionsOf } from '../lookup/registrationList.store.ts'
import type { RowOutcome } from './action.service.ts'

export type BulkState = 'waiting' | 'running' | 'stopped' | 'ended'
export type BulkRow = {
  id: number
  action: string
  undoes: number | null
  staffid: number
  asked: Buffer
  state: BulkState
  total: number
  amount: number | null
  approved_by: number | null
  approved_at: Date | null
  created_at: Date
  ended_at: Date | null
}

export type Gathered = { id: number; count: number; last: number; names: string[] }
/**
 * Groups the matching registrations by all values that the action's rule reads. A group has its count, some names, and
 * one registration for the rule.
 */
export const gatherMatching = async (db: Db, filter: RegistrationFilter): Promise<Gathered[]> => {
  const { rows } = await sql<Gathered>`
    select min(r.id) as id, count(*)::integer as count, max(r.id) as last, (array_agg(r.name))[1:5] as names
    from registrations r
    left join ${orderRows.sql} o on o.raceid = r.raceid and o.id = r.orderid
    where ${conditionsOf(filter)}
    group by r.eventid, r.state, r.deleted_at is null, r.closed_at is null, r.exited_at is null, r.pay_at is null,
      r.refundid = 0, r.orderid is null, o.state, r.price > 0, r.place_held, r.bib is null, r.tag is null,
      r.description is null`.execute(db)
  return rows
}

export const insertBulk = async (
  tx: Tx,
  row: Omit<BulkRow, 'id' | 'state' | 'total' | 'ended_at' | 'amount' | 'approved_by' | 'approved_at'> & {
    raceid: number
  },
): Promise<number> => {
  const { id } = await tx
    .insertInto('bulk_actions')
    .values({ ...row, state: 'running', total: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const setTotal = async (tx: Tx, raceid: number, bulkid: number, total: number): Promise<number> => {
  await tx.updateTable('bulk_actions').set({ total }).where('raceid', '=', raceid).where('id', '=', bulkid).execute()
  return total
}
/** Stores the registrations that match at this moment as the rows of an action, and returns their number. */
export const freezeMatching = async (
  tx: Tx,
  bulkid: number,
  filter: RegistrationFilter,
  upto: number,
): Promise<number> => {
  const { numAffectedRows } = await sql`
    insert into bulk_rows (raceid, bulkid, registrationid)
    select r.raceid, ${bulkid}::bigint, r.id from registrations r
    where ${conditionsOf(filter)} and r.id <= ${upto}`.execute(tx)
  return setTotal(tx, filter.raceid, bulkid, Number(numAffectedRows ?? 0))
}
/** Gives an undo the rows that the undone action changed, and returns their number. */
export const freezeDone = async (tx: Tx, raceid: number, bulkid: number, undoes: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    insert into bulk_rows (raceid, bulkid, registrationid, before)
    select raceid, ${bulkid}::bigint, registrationid, before from bulk_rows
    where raceid = ${raceid} and bulkid = ${undoes} and outcome = 'done'`.execute(tx)
  return setTotal(tx, raceid, bulkid, Number(numAffectedRows ?? 0))
}

export const findBulk = async (on: Db | Tx, raceid: number, id: number): Promise<BulkRow | undefined> =>
  (await on
    .selectFrom('bulk_actions')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .executeTakeFirst()) as BulkRow | undefined

export const lockBulk = async (tx: Tx, raceid: number, id: number): Promise<BulkRow | undefined> =>
  (await tx
    .selectFrom('bulk_actions')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()) as BulkRow | undefined

/**
 * Tells whether an action still runs. A stop of the action waits until the transaction ends, so that it counts the rows
 * of this transaction too.
 */
export const holdRunning = async (tx: Tx, raceid: number, id: number): Promise<boolean> =>
  (
    await named(
      tx,
      'bulk: hold running',
      `select 1 from bulk_actions where raceid = $1 and id = $2 and state = 'running' for share`,
      [raceid, id],
    )
  ).length > 0

/** Tells whether another action has undone the given action. The caller has locked the given action. */
export const isUndone = async (tx: Tx, raceid: number, id: number): Promise<boolean> =>
  (await tx
    .selectFrom('bulk_actions')
    .select('id')
    .where('raceid', '=', raceid)
    .where('undoes', '=', id)
    .executeTakeFirst()) !== undefined

export const endBulk = async (
  tx: Tx,
  raceid: number,
  id: number,
  state: 'stopped' | 'ended',
  now: Date,
): Promise<void> => {
  await sql`
    update bulk_actions b set state = ${state}, ended_at = ${now}, done = c.done, unchanged = c.unchanged,
      not_done = c.not_done
    from (
      select count(*) filter (where outcome = 'done')::integer as done,
        count(*) filter (where outcome = 'unchanged')::integer as unchanged,
        count(*) filter (where outcome = 'left')::integer as not_done
      from bulk_rows where raceid = ${raceid} and bulkid = ${id}) c
    where b.raceid = ${raceid} and b.id = ${id} and b.state in ('waiting', 'running')`.execute(tx)
}

/** Lists the open rows in the order of their registrations. */
export const nextRows = (
  db: Db,
  raceid: number,
  bulkid: number,
  limit: number,
): Promise<{ registrationid: number; before: object | null; amount: number | null }[]> =>
  named(
    db,
    'bulk: next rows',
    `select registrationid, before, amount from bulk_rows where raceid = $1 and bulkid = $2 and outcome is null
     order by registrationid limit $3`,
    [raceid, bulkid, limit],
  )

/** Marks a row with its outcome. Returns false if the row has a mark already. */
export const markRow = async (
  tx: Tx,
  { raceid, bulkid, registrationid }: { raceid: number; bulkid: number; registrationid: number },
  { outcome, why, before, back }: RowOutcome,
  now: Date,
): Promise<boolean> => {
  const rows = await named<{ outcome: string }>(
    tx,
    'bulk: mark row',
    `update bulk_rows set outcome = $4, why = $5::jsonb, before = coalesce($6::jsonb, before), at = $7, back = $8
     where raceid = $1 and bulkid = $2 and registrationid = $3 and outcome is null
     returning outcome`,
    [
      raceid,
      bulkid,
      registrationid,
      outcome,
      why && JSON.stringify(why),
      before === undefined ? null : JSON.stringify(before),
      now,
      back ?? null,
    ],
  )
  return rows.length > 0
}

/** Marks several rows with their outcomes, and returns the number of rows that had no mark before. */
export const markRows = async (
  tx: Tx,
  { raceid, bulkid }: { raceid: number; bulkid: number },
  found: ReadonlyMap<number, RowOutcome>,
  now: Date,
): Promise<number> => {
  const marks = Array.from(found, ([id, { outcome, why, before }]) => ({ id, outcome, why, before: before ?? null }))
  const rows = await named<{ registrationid: number }>(
    tx,
    'bulk: mark rows',
    `update bulk_rows b set outcome = one.outcome, why = one.why, before = coalesce(one.before, b.before), at = $4
     from jsonb_to_recordset($3::jsonb) as one (id bigint, outcome text, why jsonb, before jsonb)
     where b.raceid = $1 and b.bulkid = $2 and b.registrationid = one.id and b.outcome is null
     returning b.registrationid`,
    [raceid, bulkid, JSON.stringify(marks), now],
  )
  return rows.length
}

export type BulkLine = Omit<BulkRow, 'asked'> & {
  by: string
  approver: string | null
  /** The fen that went back so far. */
  back: number
  done: number
  unchanged: number
  not_done: number
  /** The action that undid this action. */
  undone: number | null
}
/** Lists the actions of a race with their progress, newest first. `before` is the last id of the previous page. */
export const listBulks = async (
  db: Db,
  raceid: number,
  { before, id, limit }: { before?: number | undefined; id?: number | undefined; limit: number },
): Promise<BulkLine[]> => {
  const { rows } = await sql<BulkLine>`
    select b.id, b.action, b.undoes, b.staffid, b.state, b.total, b.amount, b.approved_by, b.approved_at,
      b.created_at, b.ended_at, s.name as by, p.name as approver, c.back, u.id as undone, coalesce(b.done, c.done) as done, coalesce(b.unchanged, c.unchanged) as unchanged,
      coalesce(b.not_done, c.not_done) as not_done
    from bulk_actions b
    join ${staffRows.sql} s on s.staffid = b.staffid
    left join ${staffRows.sql} p on p.staffid = b.approved_by
    left join bulk_actions u on u.raceid = b.raceid and u.undoes = b.id
    cross join lateral (
      select count(*) filter (where outcome = 'done')::integer as done,
        count(*) filter (where outcome = 'unchanged')::integer as unchanged,
        count(*) filter (where outcome = 'left')::integer as not_done, coalesce(sum(back), 0)::bigint as back
      from bulk_rows r where (b.ended_at is null or b.amount is not null) and r.raceid = b.raceid and r.bulkid = b.id) c
    where b.raceid = ${raceid} and (${before ?? null}::bigint is null or b.id < ${before ?? null}::bigint)
      and (${id ?? null}::bigint is null or b.id = ${id ?? null}::bigint)
    order by b.id desc limit ${limit}`.execute(db)
  return rows
}

export type WhyCounted = { why: Text; count: number; names: string[] }
/** Counts the untouched rows by reason, with the first few names of each reason. */
export const countWhys = async (db: Db, raceid: number, bulkid: number): Promise<WhyCounted[]> => {
  const { rows } = await sql<WhyCounted>`
    select why, count(*)::integer as count, (array_agg(name order by id) filter (where place <= 5)) as names
    from (
      select b.why, r.id, r.name, row_number() over (partition by b.why order by r.id) as place
      from bulk_rows b join registrations r on r.raceid = b.raceid and r.id = b.registrationid
      where b.raceid = ${raceid} and b.bulkid = ${bulkid} and b.outcome <> 'done' and b.why is not null) each
    group by why order by count desc`.execute(db)
  return rows
}

export type BulkReportRow = {
  id: number
  name: string
  e_name: string
  e_names: unknown
  outcome: 'done' | 'unchanged' | 'left' | null
  why: Text | null
  at: Date | null
  amount: number | null
  back: number | null
  payment: string | null
}
export const listReport = async (
  db: Db,
  raceid: number,
  bulkid: number,
  { after, limit }: { after: number | undefined; limit: number },
): Promise<BulkReportRow[]> => {
  const { rows } = await sql<BulkReportRow>`
    select r.id, r.name, e.name as e_name, e.names as e_names, b.outcome, b.why, b.at, b.amount, b.back,
      o.payment
    from bulk_rows b
    join registrations r on r.raceid = b.raceid and r.id = b.registrationid
    join ${eventRows.sql} e on e.raceid = r.raceid and e.id = r.eventid
    left join ${orderRows.sql} o on o.raceid = r.raceid and o.id = r.orderid
    where b.raceid = ${raceid} and b.bulkid = ${bulkid} and b.registrationid > ${after ?? 0}
    order by b.registrationid limit ${limit}`.execute(db)
  return rows
}
