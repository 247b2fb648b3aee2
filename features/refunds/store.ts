import type { Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import { namePattern } from '#contract/names/han.ts'
import type { RefundRequests } from '#db/schema.ts'
import { waitlistEntryRows } from '#features/waitlists/public.store.ts'
import { orderRows } from '#features/orders/public.store.ts'
import { staffRows } from '#features/staff/public.store.ts'
import { registrationRows } from '#features/registrations/public.store.ts'
import { refundRows } from '#features/payments/public.store.ts'
import { eventRows } from '#features/events/public.store.ts'
import type { Refund } from './contract.ts'

export type RequestRow = Selectable<RefundRequests>
export const insertRequest = async (tx: Tx, row: Insertable<RefundRequests>): Promise<void> => {
  await tx.insertInto('refund_requests').values(row).execute()
}
export const settleRequest = async (
  tx: Tx,
  raceid: number,
  refundid: number,
  set: { successorid?: number; settled_at: Date; percent?: number; fixed?: number },
): Promise<void> => {
  await tx
    .updateTable('refund_requests')
    .set(set)
    .where('raceid', '=', raceid)
    .where('refundid', '=', refundid)
    .execute()
}
/** Finds the order and the amount of a promised refund. Until the promise ends, the amount is the promised one. */
export const findPromised = (tx: Tx, raceid: number, refundid: number): Promise<{ orderid: number; amount: number }> =>
  tx
    .selectFrom(refundRows.as('refunds'))
    .select(['orderid', 'amount'])
    .where('raceid', '=', raceid)
    .where('id', '=', refundid)
    .executeTakeFirstOrThrow()

export type RefundView = {
  id: number
  raceid: number
  orderid: number
  refundno: string
  amount: number
  currency: string
  reason: string
  state: Refund['state']
  payment: string
  failure: string | null
  came_back: number
  created_at: Date
  refund_at: Date | null
  hand_at: Date | null
  hand_reference: string | null
  hand_fee: number
  hand_name: string | null
  paymentid: number | null
  kind: 'exit' | 'partial' | 'auditfail' | null
  cause: string | null
  note: string | null
  staff: string | null
  share: number | null
  percent: number | null
  fixed: number | null
  falls_at: Date | null
  fallback: number | null
  successorid: number | null
  settled_at: Date | null
  registrationid: number | null
  eventid: number | null
  _key: string | null
  name: string | null
  uid: number | null
  mobile_ix: Buffer | null
  price: number | null
  e_name: string | null
  e_names: unknown
  subject: string
}
const VIEW = `
select f.id, f.raceid, f.orderid, f.refundno, f.amount, f.currency, f.reason, f.state, f.payment, f.failure,
  f.came_back, f.created_at, f.refund_at, f.hand_at, f.hand_reference, f.hand_fee, f.paymentid, h.name as hand_name,
  q.kind, q.cause, q.note, s.name as staff, q.share, q.percent, q.fixed, q.falls_at, q.fallback, q.successorid, q.settled_at,
  r.id as registrationid, r.eventid, r._key, r.name, r.uid, r.mobile_ix, r.price, e.name as e_name, e.names as e_names,
  o.subject
from ${refundRows.text} f
join ${orderRows.text} o on o.raceid = f.raceid and o.id = f.orderid
left join refund_requests q on q.raceid = f.raceid and q.refundid = f.id
left join lateral (select * from ${registrationRows.text} x where x.raceid = f.raceid and x.orderid = f.orderid and (x.id = q.registrationid or (q.registrationid is null and x.refundid = f.id)) order by x.id limit 1) r on true
left join ${eventRows.text} e on e.raceid = f.raceid and e.id = r.eventid
left join ${staffRows.text} s on s.staffid = q.staffid
left join ${staffRows.text} h on h.staffid = f.hand_by`

export const findView = async (on: Db | Tx, raceid: number, id: number): Promise<RefundView | undefined> =>
  (await named<RefundView>(on, 'find refund view', `${VIEW} where f.raceid = $1 and f.id = $2`, [raceid, id]))[0]

/** Lists the refunds of an account's registrations, the newest first. */
export const listOfAccount = (
  db: Db,
  uid: number,
  raceid: number | null,
  before: { at: Date; id: number } | null,
  limit: number,
): Promise<RefundView[]> =>
  named<RefundView>(
    db,
    'list refunds of account',
    `with mine as materialized (select raceid, id, refundid from ${registrationRows.text} registrations where uid = $1 and ($2::integer is null or raceid = $2)),
     ids as (select raceid, refundid as id from mine where refundid <> 0 union select q.raceid, q.refundid from refund_requests q join mine on mine.raceid = q.raceid and mine.id = q.registrationid)
     ${VIEW} where (f.raceid, f.id) in (select raceid, id from ids) and ($3::timestamptz is null or (f.created_at, f.id) < ($3, $4::bigint)) order by f.created_at desc, f.id desc limit $5`,
    [uid, raceid, before?.at ?? null, before?.id ?? null, limit],
  )

export const listOfRace = async (
  db: Db,
  raceid: number,
  {
    state,
    failed = null,
    q,
    byName,
    ids = null,
    before,
    limit,
  }: {
    state: string | null
    /** True for only the refunds that need staff, false for only the other refunds, null for all refunds. */
    failed?: boolean | null
    q: string
    /** True if `q` also finds a part of a name, and not only a number. */
    byName: boolean
    ids?: readonly number[] | null
    before: number | null
    limit: number
  },
): Promise<RefundView[]> =>
  named<RefundView>(
    db,
    'list refunds of race',
    `${VIEW} where f.raceid = $1 and ($2::text is null or ($2 = 'by_hand' and f.hand_at is not null) or ($2 <> 'by_hand' and f.state = $2 and f.hand_at is null))
       and ($3 = '' or f.refundno = $3 or ($9::boolean and r.name ~* $7)) and ($8::boolean is null or (f.state = 'failed') = $8)
         and ($4::bigint is null or f.id < $4) and ($6::bigint[] is null or f.id = any($6))
       order by f.id desc
       limit $5`,
    [raceid, state, q, before, limit, ids, namePattern(q), failed, byName],
  )

export const refundTotals = async (db: Db, raceid: number) => {
  const { rows } = await sql<{
    waiting: number
    under_way: number
    failed: number
    done: number
    by_hand: number
    back: number
  }>`
    select count(*) filter (where state = 'waiting')::integer as waiting,
      count(*) filter (where state in ('asked', 'sent'))::integer as under_way,
      count(*) filter (where state = 'failed')::integer as failed,
      count(*) filter (where state = 'done' and hand_at is null)::integer as done, count(*) filter (where hand_at is not null)::integer as by_hand, coalesce(sum(coalesce(fen, amount)) filter (where state = 'done'), 0)::bigint as back
    from ${refundRows.sql} refunds where raceid = ${raceid}`.execute(db)
  return { ...rows[0]!, back: Number(rows[0]!.back) }
}

/** Lists, over all races, the requests for refunds that wait for a successor, the oldest first. */
export const listWaiting = (db: Db, limit: number): Promise<RequestRow[]> =>
  db
    .selectFrom('refund_requests')
    .selectAll()
    .where('falls_at', 'is not', null)
    .where('settled_at', 'is', null)
    .orderBy('created_at')
    .orderBy('raceid')
    .orderBy('refundid')
    .limit(limit)
    .execute()

/**
 * Lists the registrations that got a place of an event since a moment and have paid, the earliest first. They came from
 * the waitlist or by sign-up. A registration that already succeeds another refund is left out.
 */
export const listSuccessors = (
  db: Db,
  raceid: number,
  eventid: number,
  since: Date,
  after: number,
  limit: number,
): Promise<{ id: number; at: Date }[]> =>
  named(
    db,
    'list successors',
    `with came as (
       select r.id, w.given_at as at
       from ${waitlistEntryRows.text} w
       join ${registrationRows.text} r on r.raceid = w.raceid and r.id = w.registrationid
       where w.raceid = $1 and w.eventid = $2 and w.given_at >= $3
       union all
       select r.id, r.created_at
       from ${registrationRows.text} r
       where r.raceid = $1 and r.eventid = $2 and r.id > $4 and r.created_at >= $3
         and not exists (select 1 from ${waitlistEntryRows.text} w where w.raceid = r.raceid and w.registrationid = r.id))
     select came.id, came.at from came join ${registrationRows.text} r on r.raceid = $1 and r.id = came.id
     where r.state = 'normal' and r.place_held and r.pay_at is not null and r.refundid = 0 and r.deleted_at is null
       and r.closed_at is null
       and not exists (select 1 from refund_requests q where q.successorid = came.id and q.raceid = $1)
     order by came.at, came.id limit $5`,
    [raceid, eventid, since, after, limit],
  )

/** Lists registrations that a review refused and whose fee has not gone back. */
export const listRefused = (
  db: Db,
  after: number,
  limit: number,
): Promise<{ raceid: number; id: number; _key: string }[]> =>
  named(
    db,
    'list refused and paid',
    `select raceid, id, _key
      from ${registrationRows.text} registrations
      where state = 'auditfail' and refundid = 0 and pay_at is not null and deleted_at is null and price > 0 and id > $1
      order by id
      limit $2`,
    [after, limit],
  )
