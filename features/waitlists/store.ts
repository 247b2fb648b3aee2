import type { Insertable, Selectable } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import type { Waitlists } from '#db/schema.ts'
import { ballotRows } from '#features/ballot/public.store.ts'
import { lineRows, registrationRows } from '#features/registrations/public.store.ts'
import { raceRows } from '#features/races/public.store.ts'
import { eventRows } from '#features/events/public.store.ts'
import type { InLine } from './rules.ts'

export type WaitlistRow = Selectable<Waitlists>

export const findWaitlist = (on: Db | Tx, raceid: number, eventid: number): Promise<WaitlistRow | undefined> =>
  on.selectFrom('waitlists').selectAll().where('raceid', '=', raceid).where('eventid', '=', eventid).executeTakeFirst()
export const listWaitlists = (db: Db | Tx, raceid: number): Promise<WaitlistRow[]> =>
  db.selectFrom('waitlists').selectAll().where('raceid', '=', raceid).execute()
/** Lists the waitlists that have not ended, over all races, each with the time zone of its race. */
export const listRunning = (db: Db): Promise<(WaitlistRow & { zone: string })[]> =>
  db
    .selectFrom('waitlists as w')
    .innerJoin(raceRows.as('r'), 'r.id', 'w.raceid')
    .selectAll('w')
    .select('r.zone')
    .where('w.state', '<>', 'ended')
    .orderBy('w.raceid')
    .orderBy('w.eventid')
    .execute()

/**
 * Lists events of coming races, over all races, whose draw has left some runners undrawn and that never had a waitlist.
 */
export const listUnlisted = (db: Db, now: Date): Promise<{ raceid: number; eventid: number; time: Date }[]> =>
  named(
    db,
    'list unlisted',
    `select e.raceid, e.id as eventid, r.time from ${eventRows.text} e join ${raceRows.text} r on r.id = e.raceid
     where e.state = 'draw' and e.draw_at <= $1 and r.time > $1 and not exists (select 1 from waitlists w
       where w.raceid = e.raceid and w.eventid = e.id)
       and exists (select 1 from ${registrationRows.text} g where g.raceid = e.raceid and g.eventid = e.id
         and g.state = 'undraw' and g.deleted_at is null and g.closed_at is null)`,
    [now],
  )

export const saveWaitlist = async (tx: Tx, row: Insertable<Waitlists>): Promise<void> => {
  const { raceid: _, eventid: __, created_at: ___, refreshed_at: ____, ...kept } = row
  await tx
    .insertInto('waitlists')
    .values(row)
    .onConflict((on) => on.columns(['raceid', 'eventid']).doUpdateSet(kept))
    .execute()
}
export const updateWaitlist = async (
  tx: Db | Tx,
  raceid: number,
  eventid: number,
  set: Partial<Pick<WaitlistRow, 'state' | 'refreshed_at' | 'offering'>>,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('waitlists')
    .set({ ...set, updated_at: now })
    .where('raceid', '=', raceid)
    .where('eventid', '=', eventid)
    .execute()
}

/**
 * Tells whether a draw has given waiting codes to entrants of an event. Staff may change how the event gives places
 * after its draw, and the codes must stay.
 */
export const hasCodes = async (on: Db | Tx, raceid: number, eventid: number): Promise<boolean> =>
  (
    await named(
      on,
      'event has waiting codes',
      `select 1 from ${ballotRows.text} b
       where b.raceid = $1 and b.eventid = $2 and b.state in ('publishing', 'published') limit 1`,
      [raceid, eventid],
    )
  ).length > 0

/**
 * The ways to sort a line. By draw code a group has the position of its lowest code. By payment the runners of one
 * order are together, because one payment paid for all.
 */
const orders = {
  payment: {
    first: 'null::integer',
    by: 'pay_at nulls last, case when pay_at is null then created_at end, orderid, id',
  },
  code_alone: { first: 'wait_pos', by: 'first nulls last, id' },
  code_together: {
    first: 'min(wait_pos) over (partition by coalesce(orderid, -id))',
    by: 'first nulls last, coalesce(orderid, -id), wait_pos nulls last, id',
  },
} as const
const orderOf = ({ basis, groups }: Pick<WaitlistRow, 'basis' | 'groups'>): keyof typeof orders =>
  basis === 'payment' ? 'payment' : groups === 'alone' ? 'code_alone' : 'code_together'

/**
 * Gives everybody in line a rank from 1 on, by the waitlist's order, and keeps the former rank. A runner who has left
 * the line loses the rank. One statement does this, so that all ranks change or none.
 */
export const rankLine = async (tx: Tx, waitlist: WaitlistRow, now: Date): Promise<{ id: number; rank: number }[]> => {
  const order = orderOf(waitlist)
  const { first, by } = orders[order]
  return named(
    tx,
    `rank line by ${order}`,
    `with line as (select id, orderid, pay_at, created_at, wait_pos, ${first} as first from ${lineRows.text} registrations_in_line
      where raceid = $1 and eventid = $2),
     ranked as (select id, row_number() over (order by ${by})::integer as rank from line),
     gone as (update waitlist_entries e set rank = null, rank_before = e.rank where e.raceid = $1 and e.eventid = $2
       and e.rank is not null and not exists (select 1 from line where line.id = e.registrationid))
     insert into waitlist_entries (raceid, eventid, registrationid, rank, joined_at)
     select $1, $2, id, rank, $3 from ranked
     on conflict (raceid, registrationid) do update set rank_before = waitlist_entries.rank, rank = excluded.rank
     returning registrationid as id, rank`,
    [waitlist.raceid, waitlist.eventid, now],
  )
}

/**
 * Lists the first runners of the line: the runners with a rank, then the runners who joined since the last refresh, by
 * the waitlist's order.
 */
export const listLine = (tx: Tx, waitlist: WaitlistRow, limit: number): Promise<InLine[]> => {
  const order = orderOf(waitlist)
  const { first, by } = orders[order]
  return named<InLine>(
    tx,
    `list line by ${order}`,
    `with line as (select l.id, l.orderid, l.pay_at, l.created_at, l.wait_pos, ${first} as first, e.rank
       from ${lineRows.text} l left join waitlist_entries e on e.raceid = l.raceid and e.registrationid = l.id
         where l.raceid = $1 and l.eventid = $2)
     select line.id, line.orderid, count(*) over (partition by coalesce(line.orderid, -line.id))::integer as of,
       exists (select 1 from waitlist_groups g where g.raceid = $1 and g.orderid = line.orderid) as together
     from line order by rank nulls last, ${by} limit $3`,
    [waitlist.raceid, waitlist.eventid, limit],
  )
}

export const recordGivenPlaces = async (
  tx: Tx,
  { raceid, eventid }: WaitlistRow,
  given: readonly { id: number; until: Date | null }[],
  now: Date,
): Promise<void> => {
  await named(
    tx,
    'mark given',
    `insert into waitlist_entries (raceid, eventid, registrationid, joined_at, given_at, offer_until)
     select $1, $2, id, $3, $3, until from unnest($4::bigint[], $5::timestamptz[]) as given (id, until)
     on conflict (raceid, registrationid) do update
       set given_at = excluded.given_at, offer_until = excluded.offer_until`,
    [raceid, eventid, now, given.map(({ id }) => id), given.map(({ until }) => until)],
  )
}
export const recordLeaving = async (tx: Tx, raceid: number, eventid: number, id: number, now: Date): Promise<void> => {
  await named(
    tx,
    'mark left',
    `insert into waitlist_entries (raceid, eventid, registrationid, joined_at, left_at) values ($1, $2, $3, $4, $4)
      on conflict (raceid, registrationid) do update set left_at = excluded.left_at`,
    [raceid, eventid, id, now],
  )
}

/** Lists the runners who still wait for a place of an event, paid or not. */
export const listStillWaiting = async (
  db: Db,
  raceid: number,
  eventid: number,
  after: number,
  limit: number,
): Promise<{ id: number; _key: string }[]> =>
  named(
    db,
    'list still waiting',
    `select id, _key from ${registrationRows.text} registrations where raceid = $1 and eventid = $2 and state in ('wait', 'undraw')
      and deleted_at is null and closed_at is null and refundid = 0 and not place_held and id > $3 order by id
      limit $4`,
    [raceid, eventid, after, limit],
  )

export type WaitlistEntryRow = {
  rank: number | null
  rank_before: number | null
  joined_at: Date
  given_at: Date | null
  offer_until: Date | null
  left_at: Date | null
}
export const findWaitlistEntry = (db: Db, raceid: number, id: number): Promise<WaitlistEntryRow | undefined> =>
  db
    .selectFrom('waitlist_entries')
    .select(['rank', 'rank_before', 'joined_at', 'given_at', 'offer_until', 'left_at'])
    .where('raceid', '=', raceid)
    .where('registrationid', '=', id)
    .executeTakeFirst()

/** Tells whether the people of an order want to get their places together or not at all. */
export const isAllOrNone = async (on: Db | Tx, raceid: number, orderid: number): Promise<boolean> =>
  (await on
    .selectFrom('waitlist_groups')
    .select('orderid')
    .where('raceid', '=', raceid)
    .where('orderid', '=', orderid)
    .executeTakeFirst()) !== undefined
export const setAllOrNone = async (
  tx: Tx,
  raceid: number,
  orderid: number,
  together: boolean,
  now: Date,
): Promise<void> => {
  if (together)
    await tx
      .insertInto('waitlist_groups')
      .values({ raceid, orderid, asked_at: now })
      .onConflict((on) => on.columns(['raceid', 'orderid']).doNothing())
      .execute()
  else await tx.deleteFrom('waitlist_groups').where('raceid', '=', raceid).where('orderid', '=', orderid).execute()
}

/** Lists the runners in line of a runner's order, if the order wants its places together. */
export const listGroupOf = async (tx: Tx, raceid: number, eventid: number, id: number): Promise<number[]> =>
  (
    await named<{ id: number }>(
      tx,
      'list group in line',
      `select other.id from ${lineRows.text} me
         join waitlist_groups g on g.raceid = me.raceid and g.orderid = me.orderid
         join ${lineRows.text} other on other.raceid = me.raceid and other.eventid = $2
           and other.orderid = me.orderid
       where me.raceid = $1 and me.eventid = $2 and me.id = $3 order by other.id`,
      [raceid, eventid, id],
    )
  ).map((row) => row.id)

/**
 * Selects the runners whom the next refresh ranks: the line, and undrawn runners who have paid since the last refresh.
 */
const candidates = `select id, orderid, pay_at, created_at, wait_pos from ${registrationRows.text} registrations
  where raceid = $1 and eventid = $2 and state in ('wait', 'undraw') and deleted_at is null and closed_at is null
    and refundid = 0 and not place_held and (pay_at is not null or (state = 'wait' and orderid is null))`

/** Counts the runners of an order whom the next refresh ranks. */
export const countAllOrNone = async (db: Db, raceid: number, eventid: number, orderid: number): Promise<number> =>
  (
    await named<{ n: number }>(
      db,
      'count together',
      `select count(*)::integer as n from (${candidates}) c where orderid = $3`,
      [raceid, eventid, orderid],
    )
  )[0]!.n

/** Finds the rank that a refresh at this moment would give the runner; undefined if the runner would get no rank. */
export const foreseenRank = async (db: Db, waitlist: WaitlistRow, id: number): Promise<number | undefined> => {
  const order = orderOf(waitlist)
  const { first, by } = orders[order]
  const [row] = await named<{ rank: number }>(
    db,
    `foresee rank by ${order}`,
    `with line as (select *, ${first} as first from (${candidates}) c),
     ranked as (select id, row_number() over (order by ${by})::integer as rank from line)
     select rank from ranked where id = $3`,
    [waitlist.raceid, waitlist.eventid, id],
  )
  return row?.rank
}

type Around = {
  in_line: boolean
  left_since: number
  ahead: number
  ahead_paid: number
  waiting: number
  together: number
}
/** Counts the runners around one runner in line. For a runner without a rank, everybody with a rank is ahead. */
export const lookAround = async (
  db: Db,
  raceid: number,
  eventid: number,
  me: { id: number; rank: number | null; orderid: number | null },
): Promise<Around> => {
  const [row] = await named<Around>(
    db,
    'look around in line',
    `with line as (select l.id, l.orderid, l.pay_at, e.rank from ${lineRows.text} l
      left join waitlist_entries e on e.raceid = l.raceid and e.registrationid = l.id where l.raceid = $1
      and l.eventid = $2)
     select coalesce(bool_or(id = $3), false) as in_line, count(*)::integer as waiting,
       count(*) filter (where rank < coalesce($4::integer, 2147483647))::integer as ahead,
       count(*) filter (where rank < coalesce($4::integer, 2147483647) and pay_at is not null)::integer as ahead_paid,
       count(*) filter (where orderid = $5::bigint)::integer as together,
       (select count(*)::integer from waitlist_entries e where e.raceid = $1 and e.eventid = $2
         and e.rank < $4::integer and not exists (select 1 from line where line.id = e.registrationid)) as left_since
     from line`,
    [raceid, eventid, me.id, me.rank, me.orderid],
  )
  return row!
}

export type WaitlistCounts = {
  eventid: number
  waiting: number
  paid: number
  unpaid: number
  undrawn: number
  offered: number
}
export const countWaitlists = (db: Db | Tx, raceid: number, now: Date): Promise<WaitlistCounts[]> =>
  named<WaitlistCounts>(
    db,
    'count waitlists',
    `select w.eventid,
       (select count(*)::integer from ${lineRows.text} l where l.raceid = $1
         and l.eventid = w.eventid) as waiting,
       (select count(*)::integer from ${lineRows.text} l where l.raceid = $1 and l.eventid = w.eventid
         and l.pay_at is not null) as paid,
       (select count(*)::integer from ${registrationRows.text} r where r.raceid = $1 and r.eventid = w.eventid
         and r.state = 'wait' and r.deleted_at is null and r.closed_at is null and r.refundid = 0
         and r.pay_at is null and r.orderid is not null) as unpaid,
       (select count(*)::integer from ${registrationRows.text} r where r.raceid = $1 and r.eventid = w.eventid
         and r.state = 'undraw' and r.deleted_at is null and r.closed_at is null and r.refundid = 0) as undrawn,
       (select count(*)::integer from waitlist_entries e join ${registrationRows.text} r on r.raceid = e.raceid
         and r.id = e.registrationid
          where e.raceid = $1 and e.eventid = w.eventid and e.offer_until > $2 and r.state = 'normal'
            and r.place_held and r.pay_at is null) as offered
     from waitlists w where w.raceid = $1`,
    [raceid, now],
  )

export type LineRow = {
  id: number
  _key: string
  name: string
  rank: number | null
  rank_before: number | null
  code: number | null
  pay_at: Date | null
  joined_at: Date
  orderid: number | null
  all_or_none: boolean
}
/** The rank that a cursor has for a runner without a rank. */
export const LAST_RANK = 2_147_483_647
/**
 * Reads a page of the line. Runners without a rank come last. The cursor is the rank and id of the last runner on the
 * previous page.
 */
export const pageLine = (
  db: Db,
  raceid: number,
  eventid: number,
  after: { rank: number; id: number },
  limit: number,
): Promise<LineRow[]> =>
  named<LineRow>(
    db,
    'page line',
    `select l.id, r._key, r.name, e.rank, e.rank_before, l.wait_pos as code, l.pay_at,
      coalesce(e.joined_at, l.pay_at, l.created_at) as joined_at, l.orderid,
      exists (select 1 from waitlist_groups g where g.raceid = l.raceid and g.orderid = l.orderid) as all_or_none
     from ${lineRows.text} l join ${registrationRows.text} r on r.raceid = l.raceid and r.id = l.id
       left join waitlist_entries e on e.raceid = l.raceid and e.registrationid = l.id
     where l.raceid = $1 and l.eventid = $2 and (coalesce(e.rank, 2147483647), l.id) > ($3, $4)
       order by coalesce(e.rank, 2147483647), l.id limit $5`,
    [raceid, eventid, after.rank, after.id, limit],
  )
