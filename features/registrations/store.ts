import { sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import { raceRows } from '#features/races/public.store.ts'
import { refundRows } from '#features/payments/public.store.ts'
import { orderRows } from '#features/orders/public.store.ts'
import { eventBallots, teamNames } from './public.store.ts'
import { eventRows } from '#features/events/public.store.ts'

/** Marks the registrations of a paid order as paid. Draws and waitlists use this time of payment. */
export const markPaid = async (tx: Tx, raceid: number, orderid: number, paidAt: Date, now: Date): Promise<void> => {
  await named(
    tx,
    'mark paid',
    'update registrations set pay_at = $3, updated_at = $4 where raceid = $1 and orderid = $2 and deleted_at is null',
    [raceid, orderid, paidAt, now],
  )
}

/** Lists the live registrations of an order. */
export const registrationIdsOfOrder = async (tx: Tx, raceid: number, orderid: number): Promise<number[]> =>
  (
    await named<{ id: number }>(
      tx,
      'list of order',
      `select id from registrations where raceid = $1 and orderid = $2 and closed_at is null and deleted_at is null
       order by id`,
      [raceid, orderid],
    )
  ).map(({ id }) => id)

/** Closes the registrations of an unpaid order and frees their documents. */
export const markClosed = async (tx: Tx, raceid: number, ids: readonly number[], now: Date): Promise<void> => {
  await named(
    tx,
    'mark closed',
    `update registrations set closed_at = $3, updated_at = $3 where raceid = $1 and id = any($2::bigint[])
     and closed_at is null and deleted_at is null`,
    [raceid, ids, now],
  )
}

/**
 * The things that a registration holds. A place in the event includes the shirt, the seat and the place in a start
 * zone; `inviteid` is one use of an invitation.
 */
export type HoldingsRow = {
  id: number
  eventid: number
  place_held: boolean
  inviteid: number | null
  clothes: string | null
  packagebus: string | null
  runnerzone: string | null
  /** The add-ons of the registration (payment/pricing.rules.ts). */
  addons: unknown
}

export const eventsOfRegistrations = async (tx: Tx, raceid: number, ids: readonly number[]): Promise<number[]> =>
  (
    await named<{ eventid: number }>(
      tx,
      'events of registrations',
      'select distinct eventid from registrations where raceid = $1 and id = any($2::bigint[]) order by eventid',
      [raceid, ids],
    )
  ).map(({ eventid }) => eventid)

/**
 * Reads the things that registrations hold. Things change only under the lock of their event, so the result stays true
 * while the caller holds that lock.
 */
export const listHoldings = (tx: Tx, raceid: number, ids: readonly number[]): Promise<HoldingsRow[]> =>
  named<HoldingsRow>(
    tx,
    'list held',
    `select id, eventid, place_held, inviteid, clothes, packagebus, runnerzone, addons from registrations where raceid = $1
     and id = any($2::bigint[]) order by id`,
    [raceid, ids],
  )

export const markReleased = async (
  tx: Tx,
  raceid: number,
  ids: readonly number[],
  uses: boolean,
  now: Date,
): Promise<void> => {
  await named(
    tx,
    'mark released',
    `update registrations set place_held = false, inviteid = case when $3 then null else inviteid end,
       updated_at = $4 where raceid = $1 and id = any($2::bigint[])`,
    [raceid, ids, uses, now],
  )
}

export const updateHoldings = async (
  tx: Tx,
  raceid: number,
  id: number,
  set: Partial<Omit<HoldingsRow, 'id' | 'eventid' | 'inviteid' | 'addons'>>,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('registrations')
    .set({ ...set, updated_at: now })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute()
}

/**
 * Writes a refund and its time into the registrations of an order. If the refund already belongs to one registration,
 * the function changes only that registration.
 */
export const markRefunded = async (
  tx: Tx,
  raceid: number,
  orderid: number,
  refundid: number,
  refundAt: Date,
  now: Date,
): Promise<void> => {
  await named(
    tx,
    'mark refunded',
    `update registrations set refundid = $3, cashback_at = $5, updated_at = $4 where raceid = $1 and orderid = $2
       and (refundid = $3 or (refundid = 0 and not exists (select 1 from registrations x where x.raceid = $1
         and x.orderid = $2 and x.refundid = $3)))`,
    [raceid, orderid, refundid, now, refundAt],
  )
}

/** Links an order that was made after the sign-up (after a draw or an approval) to its registration. */
export const linkOrder = async (
  tx: Tx,
  raceid: number,
  id: number,
  orderid: number,
  payAt: Date | null,
  now: Date,
): Promise<void> => {
  await named(
    tx,
    'link order',
    'update registrations set orderid = $3, pay_at = $4, updated_at = $5 where raceid = $1 and id = $2',
    [raceid, id, orderid, payAt, now],
  )
}

/** Writes that staff entered a registration, for the ledger of places. */
export const markByHand = async (tx: Tx, raceid: number, id: number): Promise<void> => {
  await tx
    .updateTable('registrations')
    .set({ by_hand: true })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute()
}

/**
 * Writes that a registration used an invitation: the code, and the invitation's price instead of a lower price of the
 * event.
 */
export const markInvited = async (
  tx: Tx,
  raceid: number,
  id: number,
  given: { invite: string; inviteid: number; price: number },
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('registrations')
    .set({ ...given, price_by: null, updated_at: now })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute()
}

/** Writes the code that opens the registration in the mini-program. A code that is already there stays. */
export const writeBindCode = async (db: Db, raceid: number, id: number, code: string): Promise<void> => {
  await db
    .updateTable('registrations')
    .set({ bindqrcode: code })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .where('bindqrcode', 'is', null)
    .execute()
}

export const lockRegistration = async (tx: Tx, raceid: number, key: string): Promise<void> => {
  await named(tx, 'lock registration', 'select 1 from registrations where raceid = $1 and _key = $2 for update', [
    raceid,
    key,
  ])
}

/** Answers to personal fields, by the field's name, each with its class. The answers are sealed and in base 64. */
export type SealedAnswers = Readonly<Record<string, { class: string; answer: string }>>
const sealedAnswers = sql<SealedAnswers | null>`(
  select jsonb_object_agg(p.name, jsonb_build_object('class', p.class, 'answer', encode(p.answer, 'base64')))
  from personal_answers p where p.raceid = r.raceid and p.registrationid = r.id)`
/** The column that tells whether a draw has given waiting codes to entrants of the event. */
const codedEvent = () => sql<boolean>`exists (
  select 1 from ${eventBallots.get().sql} b
  where b.raceid = r.raceid and b.eventid = r.eventid and b.state in ('publishing', 'published'))`
/**
 * Returns the query of registrations with event, order, refund, team and deletion. These rows decide the status of a
 * registration.
 */
export const viewOf = (on: Db | Tx) =>
  on
    .selectFrom('registrations as r')
    .innerJoin(eventRows.as('e'), (join) => join.onRef('e.raceid', '=', 'r.raceid').onRef('e.id', '=', 'r.eventid'))
    .leftJoin(orderRows.as('o'), (join) => join.onRef('o.raceid', '=', 'r.raceid').onRef('o.id', '=', 'r.orderid'))
    .leftJoin(refundRows.as('f'), (join) => join.onRef('f.raceid', '=', 'r.raceid').onRef('f.id', '=', 'r.refundid'))
    .leftJoin(teamNames.get().as('t'), (join) => join.onRef('t.raceid', '=', 'r.raceid').onRef('t.id', '=', 'r.teamid'))
    .leftJoin('registration_deletions as d', (join) =>
      join.onRef('d.raceid', '=', 'r.raceid').onRef('d.document_ix', '=', 'r.document_ix'),
    )
    .selectAll('r')
    .select([
      'e.name as e_name',
      'e.names as e_names',
      'e.state as e_state',
      'e.price as e_price',
      'e.paystate as e_paystate',
      'e.poster_reg as e_poster_reg',
      'e.poster_paid as e_poster_paid',
      'e.pay_end as e_pay_end',
      'e.draw_at as e_draw_at',
      codedEvent().as('e_coded'),
      'e.start_at as e_start_at',
      'e.colour as e_colour',
      'e.signup_from as e_signup_from',
      'e.signup_until as e_signup_until',
      'e.pay_minutes as e_pay_minutes',
      'o._key as o_key',
      'o.state as o_state',
      'o.pay_at as o_pay_at',
      'o.refundid as o_refundid',
      'o.refunded as o_refunded',
      'o.payment as o_payment',
      'o.amount as o_amount',
      'o.fee as o_fee',
      'o.discount as o_discount',
      'o.items as o_items',
      'o.tradeno as o_tradeno',
      'o.paydata as o_paydata',
      'o.pay_end as o_pay_end',
      'o.created_at as o_created_at',
      'f.amount as f_amount',
      'f.currency as f_currency',
      'f.state as f_state',
      'f.created_at as f_created_at',
      'f.refund_at as f_refund_at',
      'f.payment as f_payment',
      'f.hand_at as f_hand_at',
      't.name as t_name',
      sql<boolean>`d.at is not null`.as('deleted_once'),
      sealedAnswers.as('sealed_answers'),
    ])
export type ViewRow = Awaited<ReturnType<ReturnType<typeof viewOf>['execute']>>[number]

export const findByKey = (on: Db | Tx, raceid: number, key: string): Promise<ViewRow | undefined> =>
  viewOf(on).where('r.raceid', '=', raceid).where('r._key', '=', key).executeTakeFirst()
export const findById = (on: Db | Tx, raceid: number, id: number): Promise<ViewRow | undefined> =>
  viewOf(on).where('r.raceid', '=', raceid).where('r.id', '=', id).executeTakeFirst()
/** Lists the registrations with these ids, in no order. */
export const listByIds = (on: Db | Tx, raceid: number, ids: readonly number[]): Promise<ViewRow[]> =>
  viewOf(on)
    .where('r.raceid', '=', raceid)
    .where('r.id', 'in', [...ids])
    .execute()
export const listByKeys = (db: Db, raceid: number, keys: readonly string[]): Promise<ViewRow[]> =>
  viewOf(db).where('r.raceid', '=', raceid).where('r._key', 'in', keys).execute()

export type OwnPage = { raceid?: number | undefined; before?: { at: Date; id: number } | undefined; limit: number }
/**
 * Lists an account's registrations and the registrations with a mobile that the account holds, newest first. `held` has
 * the blind indexes of the mobiles by race.
 */
export const listOwnRegistrations = (
  db: Db,
  uid: number,
  held: readonly { raceid: number; mobile_ix: Buffer }[],
  { raceid, before, limit }: OwnPage,
): Promise<ViewRow[]> => {
  let query = viewOf(db)
    .where((eb) =>
      eb.or([
        eb('r.uid', '=', uid),
        ...held.map((one) => eb.and([eb('r.raceid', '=', one.raceid), eb('r.mobile_ix', '=', one.mobile_ix)])),
      ]),
    )
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit)
  if (raceid !== undefined) query = query.where('r.raceid', '=', raceid)
  if (before)
    query = query.where((eb) =>
      eb.or([
        eb('r.created_at', '<', before.at),
        eb.and([eb('r.created_at', '=', before.at), eb('r.id', '<', before.id)]),
      ]),
    )
  return query.execute()
}

/** Lists the ids of the published races with the latest starts, at most `most` of them. */
export const listRacesOfLate = async (db: Db, most: number): Promise<number[]> =>
  (
    await db
      .selectFrom(raceRows.as('races'))
      .select('id')
      .where('published_at', 'is not', null)
      .orderBy('time', 'desc')
      .limit(most)
      .execute()
  ).map(({ id }) => id)

type OrderKey = { raceid: number; id: number; created_at: Date }
/** Lists an account's orders of registrations, newest first. */
export const listOrderKeysOfAccount = (
  db: Db,
  uid: number,
  {
    raceid,
    before,
    limit,
  }: { raceid?: number | undefined; before?: { at: Date; id: number } | undefined; limit: number },
): Promise<OrderKey[]> => {
  let query = db
    .selectFrom(orderRows.as('orders'))
    .select(['raceid', 'id', 'created_at'])
    .where('uid', '=', uid)
    .where('room', '=', 'registrations')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (raceid !== undefined) query = query.where('raceid', '=', raceid)
  if (before)
    query = query.where((eb) =>
      eb.or([eb('created_at', '<', before.at), eb.and([eb('created_at', '=', before.at), eb('id', '<', before.id)])]),
    )
  return query.execute()
}
/** Lists an order's live registrations that have the state `normal` or `undraw`. */
export const listPayable = (tx: Tx, raceid: number, orderid: number): Promise<ViewRow[]> =>
  viewOf(tx)
    .where('r.raceid', '=', raceid)
    .where('r.orderid', '=', orderid)
    .where('r.state', 'in', ['normal', 'undraw'])
    .where('r.deleted_at', 'is', null)
    .where('r.closed_at', 'is', null)
    .execute()
/**
 * Lists the registrations of these orders. The newest order comes first. The registrations of one order come in the
 * sequence of their ids.
 */
export const registrationsOfOrders = async (db: Db, orders: readonly OrderKey[]): Promise<ViewRow[]> =>
  orders.length === 0
    ? []
    : viewOf(db)
        .where((eb) =>
          eb.or(orders.map(({ raceid, id }) => eb.and([eb('r.raceid', '=', raceid), eb('r.orderid', '=', id)]))),
        )
        .orderBy('o.created_at', 'desc')
        .orderBy('o.id', 'desc')
        .orderBy('r.id')
        .execute()

/**
 * Finds the live registration of a document. If the runner has left the race for good, the function finds the
 * registration that the runner left, deleted or not.
 */
export const findByDocument = (db: Db, raceid: number, document: Buffer): Promise<ViewRow | undefined> =>
  viewOf(db)
    .where('r.raceid', '=', raceid)
    .where('r.document_ix', '=', document)
    .where('r.closed_at', 'is', null)
    .where('r.freed_at', 'is', null)
    .where((eb) => eb.or([eb('r.deleted_at', 'is', null), eb('r.exited_at', 'is not', null)]))
    .executeTakeFirst()

export const wasDeletedOnce = async (db: Db, raceid: number, document: Buffer): Promise<boolean> =>
  (await db
    .selectFrom('registration_deletions')
    .select('at')
    .where('raceid', '=', raceid)
    .where('document_ix', '=', document)
    .executeTakeFirst()) !== undefined
