import { type Db, type Tx, named } from '#db/db.ts'
import { namePattern } from '#contract/names/han.ts'
import { orderRows } from '#features/orders/public.store.ts'
import { soldItemRows } from '#features/sales/public.store.ts'

export type NewStay = {
  _key: string
  orderid: number
  uid: number
  goodsid: number
  variantid: number
  arrival: string
  departure: string
  rooms: number
  adults: number
  children: number
  guests: string[]
  note: string
}
/** Writes the stays of new orders. They are unpaid until `markBooked`. */
export const insertStays = async (tx: Tx, raceid: number, stays: readonly NewStay[], now: Date): Promise<void> => {
  if (stays.length === 0) return
  const made = { raceid, state: 'open', created_at: now, updated_at: now }
  await tx
    .insertInto('hotel_stays')
    .values(stays.map((stay) => ({ ...stay, ...made })))
    .execute()
}
export const markBooked = async (tx: Tx, raceid: number, orderids: readonly number[], now: Date): Promise<void> => {
  await named(
    tx,
    'book stays',
    `update hotel_stays set state = 'booked', updated_at = $3
      where raceid = $1 and orderid = any($2::bigint[]) and state = 'open'`,
    [raceid, orderids, now],
  )
}
/** Writes the remaining nights of a stay, or ends the stay. */
export const leaveStay = async (
  tx: Tx,
  raceid: number,
  orderid: number,
  left: { state: 'closed' | 'cancelled' } | { arrival: string; departure: string; rooms: number },
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('hotel_stays')
    .set({ ...left, updated_at: now })
    .where('raceid', '=', raceid)
    .where('orderid', '=', orderid)
    .execute()
}

/** A line of a stay's order: one night. */
export type StayItemRow = { id: string; night: string; n: number; returned: number; amount: number; back: number }
export type StayRow = {
  raceid: number
  id: number
  _key: string
  orderid: number
  uid: number
  goodsid: number
  variantid: number
  arrival: string
  departure: string
  rooms: number
  adults: number
  children: number
  guests: string[]
  note: string
  state: 'open' | 'booked' | 'cancelled' | 'closed'
  confirmation: string | null
  confirmed_at: Date | null
  guests_at: Date | null
  outcome: 'arrived' | 'no_show' | null
  created_at: Date
  order_key: string
  tradeno: string
  pay_end: Date
  lines: StayItemRow[]
}
const STAY = `select s.raceid, s.id, s._key, s.orderid, s.uid, s.goodsid, s.variantid, s.arrival, s.departure, s.rooms,
    s.adults, s.children, s.guests, s.note, s.state, s.confirmation, s.confirmed_at, s.guests_at, s.outcome,
    s.created_at, o._key as order_key, o.tradeno, o.pay_end,
    (select jsonb_agg(jsonb_build_object('id', i._key, 'night', i.slot, 'n', i.n, 'returned', i.returned,
        'amount', i.amount, 'back', i.back) order by i.slot)
      from ${soldItemRows.text} i where i.raceid = s.raceid and i.orderid = s.orderid) as lines
  from hotel_stays s join ${orderRows.text} o on o.raceid = s.raceid and o.id = s.orderid`

export const listStaysOf = (db: Db, raceid: number, uid: number): Promise<StayRow[]> =>
  named<StayRow>(db, 'stays of account', `${STAY} where s.raceid = $1 and s.uid = $2 order by s.id desc limit 100`, [
    raceid,
    uid,
  ])
export const findStay = async (on: Db | Tx, raceid: number, key: string): Promise<StayRow | undefined> =>
  (await named<StayRow>(on, 'stay by key', `${STAY} where s.raceid = $1 and s._key = $2`, [raceid, key]))[0]
export const findStayOfOrder = async (on: Db | Tx, raceid: number, orderid: number): Promise<StayRow | undefined> =>
  (await named<StayRow>(on, 'stay by order', `${STAY} where s.raceid = $1 and s.orderid = $2`, [raceid, orderid]))[0]
export const findStayById = async (on: Db | Tx, raceid: number, id: number): Promise<StayRow | undefined> =>
  (await named<StayRow>(on, 'stay by id', `${STAY} where s.raceid = $1 and s.id = $2`, [raceid, id]))[0]
/** Locks a stay until the transaction ends, and reads it. Returns undefined if there is no such stay. */
export const lockStay = async (tx: Tx, raceid: number, key: string): Promise<StayRow | undefined> => {
  await named(tx, 'lock stay', 'select id from hotel_stays where raceid = $1 and _key = $2 for update', [raceid, key])
  return findStay(tx, raceid, key)
}
/**
 * Locks the stays whose orders have these lines. Lists the lines of stays with a known outcome: the guest came, or did
 * not come.
 */
export const lockOutcomes = async (tx: Tx, raceid: number, itemids: readonly number[]): Promise<ReadonlySet<number>> =>
  new Set(
    (
      await named<{ id: number }>(
        tx,
        'lock stays of items',
        `with held as (
          select s.orderid, s.outcome from hotel_stays s
          where s.raceid = $1 and s.orderid in (
            select i.orderid from ${soldItemRows.text} i where i.raceid = $1 and i.id = any($2::bigint[]))
          order by s.id for update
        )
        select i.id from ${soldItemRows.text} i join held on held.orderid = i.orderid
        where i.raceid = $1 and i.id = any($2::bigint[]) and held.outcome is not null`,
        [raceid, itemids],
      )
    ).map(({ id }) => id),
  )

export const changeStay = async (
  tx: Tx,
  { raceid, id }: Pick<StayRow, 'raceid' | 'id'>,
  set: {
    guests?: string[]
    note?: string
    arrival?: string
    departure?: string
    guests_at?: Date
    confirmation?: string
    confirmed_at?: Date
    confirmed_by?: number | null
    outcome?: string | null
    outcome_at?: Date | null
    outcome_by?: number | null
  },
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('hotel_stays')
    .set({ ...set, updated_at: now })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute()
}
/** Tells whether another booked stay at the same hotel already has this confirmation number. */
export const isNumberTaken = async (
  tx: Tx,
  { raceid, goodsid, id }: Pick<StayRow, 'raceid' | 'goodsid' | 'id'>,
  confirmation: string,
): Promise<boolean> =>
  (
    await named(
      tx,
      'confirmation number of another stay',
      `select id from hotel_stays where raceid = $1 and goodsid = $2 and id <> $3 and confirmation = $4
        and state = 'booked' limit 1`,
      [raceid, goodsid, id, confirmation],
    )
  ).length > 0

export type BookingsQuery = {
  raceid: number
  /** The hotels that the caller may see. Null: all. */
  hotels: readonly number[] | null
  hotelid?: number | undefined
  view: 'all' | 'unconfirmed' | 'changed' | 'arriving' | 'no_show'
  state?: string | undefined
  from?: string | undefined
  until?: string | undefined
  arrival?: string | undefined
  q: string
  today: string
  after?: number | undefined
  limit: number
}
const VIEWS: Record<BookingsQuery['view'], string> = {
  all: 'true',
  unconfirmed: `s.state = 'booked' and s.confirmation is null`,
  changed: `s.state = 'booked' and s.guests_at > s.confirmed_at`,
  arriving: `s.state = 'booked' and s.arrival = $10::date`,
  no_show: `s.outcome = 'no_show'`,
}
/** Lists bookings for staff, the newest first. */
export const listBookings = (db: Db, wanted: BookingsQuery): Promise<StayRow[]> =>
  named<StayRow>(
    db,
    `bookings ${wanted.view}`,
    `${STAY} where s.raceid = $1 and ($2::integer[] is null or s.goodsid = any($2::integer[]))
      and ($3::integer is null or s.goodsid = $3) and ($4::text is null or s.state = $4)
      and ($5::date is null or s.departure > $5) and ($6::date is null or s.arrival <= $6)
      and ($7::date is null or s.arrival = $7)
      and ($8 = '' or array_to_string(s.guests, ' ') ~* $12 or s.confirmation = $8
        or o.tradeno = $8)
      and ($9::bigint is null or s.id < $9) and $10::date is not null and ${VIEWS[wanted.view]}
      order by s.id desc limit $11`,
    [
      wanted.raceid,
      wanted.hotels,
      wanted.hotelid ?? null,
      wanted.state ?? null,
      wanted.from ?? null,
      wanted.until ?? null,
      wanted.arrival ?? null,
      wanted.q,
      wanted.after ?? null,
      wanted.today,
      wanted.limit,
      namePattern(wanted.q),
    ],
  )
