import { type Db, type Tx, named } from '#db/db.ts'
import { type NewAnswer, answerArrays, keepingAnswers } from '#db/sharing/onceAnswers.ts'
import { entered, registrationRows } from '#features/registrations/public.store.ts'
import { resultRows, sheetRows } from '#features/results/public.store.ts'
import type { BuyerStanding, StockRow, SaleTerms } from './fill.rules.ts'

type Keys = readonly { variantid: number; slot: string }[]

/** Reads and locks stock rows, always in the order of their keys. */
export const lockStock = (tx: Tx, raceid: number, keys: Keys): Promise<StockRow[]> =>
  named<StockRow>(
    tx,
    'lock stock',
    `select s.variantid, s.slot, s.pieces, s.sold, s.price, s.ends_at, s.open from stock s
      join (select distinct * from unnest($2::integer[], $3::text[]) as given (variantid, slot)) wanted
        on wanted.variantid = s.variantid and wanted.slot = s.slot
      where s.raceid = $1 order by s.variantid, s.slot for update of s`,
    [raceid, keys.map(({ variantid }) => variantid), keys.map(({ slot }) => slot)],
  )

/** Reads stock rows without a lock, for a page that only shows the stock. */
export const readStock = (on: Db, raceid: number, keys: Keys): Promise<StockRow[]> =>
  named<StockRow>(
    on,
    'read stock',
    `select s.variantid, s.slot, s.pieces, s.sold, s.price, s.ends_at, s.open from stock s
      join (select distinct * from unnest($2::integer[], $3::text[]) as given (variantid, slot)) wanted
        on wanted.variantid = s.variantid and wanted.slot = s.slot
      where s.raceid = $1`,
    [raceid, keys.map(({ variantid }) => variantid), keys.map(({ slot }) => slot)],
  )

export type TermsRow = SaleTerms & { variantid: number; goods: string; goods_names: Names; name: string; names: Names }
type Names = Record<string, string>
/** Reads the terms of variants. A closed variant is not on sale. */
export const readTerms = (on: Db | Tx, raceid: number, variantids: readonly number[]): Promise<TermsRow[]> =>
  named<TermsRow>(
    on,
    'terms of variants',
    `select v.id as variantid, g.id as goodsid, g.room, g.audience, g.most_each, g.sale_from, g.sale_until,
        g.open and v.open as open, v.price, g.signup_events, g.name as goods, g.names as goods_names, v.name, v.names
      from variants v join goods g on g.raceid = v.raceid and g.id = v.goodsid
      where v.raceid = $1 and v.id = any($2::integer[])`,
    [raceid, variantids],
  )

/** Counts, for each account, the pieces that the account holds of each kind of goods. */
export const countHeld = (
  tx: Db | Tx,
  raceid: number,
  goodsids: readonly number[],
  uids: readonly number[],
): Promise<{ uid: number; goodsid: number; n: number }[]> =>
  named(
    tx,
    'goods held by accounts',
    `select uid, goodsid, sum(n - returned)::integer as n from sold_items
      where raceid = $1 and goodsid = any($2::integer[]) and uid = any($3::bigint[]) and state in ('open', 'paid')
      group by uid, goodsid`,
    [raceid, goodsids, uids],
  )
export const countUnpaidOrders = (
  tx: Db | Tx,
  raceid: number,
  uids: readonly number[],
): Promise<{ uid: number; n: number }[]> =>
  named(
    tx,
    'unpaid goods of accounts',
    `select uid, count(distinct orderid)::integer as n from sold_items
      where raceid = $1 and uid = any($2::bigint[]) and state = 'open' group by uid`,
    [raceid, uids],
  )

export type NewItem = {
  key: string
  orderid: number
  uid: number
  room: string
  goodsid: number
  variantid: number
  slot: string
  n: number
  amount: number
  paid: boolean
}

/** The statement that writes sold items, takes their pieces from the stock, and keeps answers for repeated calls. */
const SELL = `
with given as (
  select * from unnest($3::text[], $4::bigint[], $5::bigint[], $6::text[], $7::integer[], $8::integer[], $9::text[],
    $10::integer[], $11::integer[], $12::boolean[])
    with ordinality as given (_key, orderid, uid, room, goodsid, variantid, slot, n, amount, paid, place)
), taken as (
  update stock s set sold = s.sold + t.n
  from (select variantid, slot, sum(n)::integer as n from given group by variantid, slot) t
  where s.raceid = $1 and s.variantid = t.variantid and s.slot = t.slot
  returning s.variantid
), kept as (
  ${keepingAnswers({ keys: '$13', answers: '$14', now: '$2::timestamptz' })}
  returning key
), written as (
  insert into sold_items (raceid, _key, orderid, uid, room, goodsid, variantid, slot, n, amount, state, created_at,
    paid_at)
  select $1, _key, orderid, uid, room, goodsid, variantid, slot, n, amount, case when paid then 'paid' else 'open' end,
    $2, case when paid then $2::timestamptz end
  from given order by place
  returning *
)
select * from written`
export const insertItems = (
  tx: Tx,
  raceid: number,
  items: readonly NewItem[],
  answers: readonly NewAnswer[],
  now: Date,
): Promise<SoldItem[]> =>
  named<SoldItem>(tx, 'sell goods', SELL, [
    raceid,
    now,
    items.map(({ key }) => key),
    items.map(({ orderid }) => orderid),
    items.map(({ uid }) => uid),
    items.map(({ room }) => room),
    items.map(({ goodsid }) => goodsid),
    items.map(({ variantid }) => variantid),
    items.map(({ slot }) => slot),
    items.map(({ n }) => n),
    items.map(({ amount }) => amount),
    items.map(({ paid }) => paid),
    ...answerArrays(answers),
  ])

/** A line of an order, for pieces of one variant and slot. */
export type SoldItem = {
  raceid: number
  id: number
  _key: string
  orderid: number
  uid: number
  room: string
  goodsid: number
  variantid: number
  slot: string
  n: number
  amount: number
  returned: number
  back: number
  /** The part of `back` for which the buyer gave no piece back. */
  lowered: number
  state: 'open' | 'paid' | 'closed' | 'ended'
  created_at: Date
  paid_at: Date | null
  ended_at: Date | null
}
/** Locks the lines of an order. The caller has locked the order. */
export const lockItems = (tx: Tx, raceid: number, orderid: number): Promise<SoldItem[]> =>
  named<SoldItem>(
    tx,
    'lock items of order',
    'select * from sold_items where raceid = $1 and orderid = $2 order by id for update',
    [raceid, orderid],
  )
export const markPaid = async (tx: Tx, raceid: number, orderid: number, now: Date): Promise<void> => {
  await named(
    tx,
    'pay items of order',
    `update sold_items set state = 'paid', paid_at = $3 where raceid = $1 and orderid = $2 and state = 'open'`,
    [raceid, orderid, now],
  )
}
/** Closes the unpaid lines of an order, and returns them. */
export const markClosed = (tx: Tx, raceid: number, orderid: number, now: Date): Promise<SoldItem[]> =>
  named<SoldItem>(
    tx,
    'close items of order',
    `update sold_items set state = 'closed', ended_at = $3 where raceid = $1 and orderid = $2 and state = 'open'
      returning *`,
    [raceid, orderid, now],
  )
/** Adds to the counts of returned pieces and refunded money of a line. */
export const countReturned = async (
  tx: Tx,
  { raceid, id }: Pick<SoldItem, 'raceid' | 'id'>,
  { pieces, amount }: { pieces: number; amount: number },
  now: Date,
): Promise<void> => {
  await named(
    tx,
    'return pieces of item',
    `update sold_items set returned = returned + $3, back = back + $4,
        state = case when returned + $3 = n then 'ended' else state end,
        ended_at = case when returned + $3 = n then $5::timestamptz else ended_at end
      where raceid = $1 and id = $2`,
    [raceid, id, pieces, amount, now],
  )
}
/** Moves lines to other slots and their pieces from one stock row to the other. The caller has locked both rows. */
export const moveItems = async (
  tx: Tx,
  raceid: number,
  moves: readonly { itemid: number; variantid: number; from: string; to: string; n: number }[],
  staffid: number | null,
  now: Date,
): Promise<void> => {
  const columns = [
    moves.map(({ itemid }) => itemid),
    moves.map(({ variantid }) => variantid),
    moves.map(({ from }) => from),
    moves.map(({ to }) => to),
    moves.map(({ n }) => n),
  ]
  await named(
    tx,
    'move goods',
    `with given as (
        select * from unnest($2::bigint[], $3::integer[], $4::text[], $5::text[], $6::integer[])
          as given (itemid, variantid, from_slot, to_slot, n)
      ), counted as (
        select variantid, slot, sum(n)::integer as n from (
          select variantid, from_slot as slot, -n as n from given union all select variantid, to_slot, n from given) both_ways
        group by variantid, slot
      ), moved as (
        update stock s set sold = s.sold + c.n from counted c
        where s.raceid = $1 and s.variantid = c.variantid and s.slot = c.slot
      ), kept as (
        insert into sold_moves (raceid, itemid, from_slot, to_slot, n, staffid, created_at)
        select $1, itemid, from_slot, to_slot, n, $7, $8 from given
      )
      update sold_items i set slot = g.to_slot from given g where i.raceid = $1 and i.id = g.itemid`,
    [raceid, ...columns, staffid, now],
  )
}
/** Adds to the refunded fen of a line whose pieces stay with the buyer. */
export const lowerItem = async (
  tx: Tx,
  { raceid, id }: Pick<SoldItem, 'raceid' | 'id'>,
  amount: number,
): Promise<void> => {
  await named(
    tx,
    'lower price of item',
    'update sold_items set back = back + $3, lowered = lowered + $3 where raceid = $1 and id = $2',
    [raceid, id, amount],
  )
}
/** Ends lines whose pieces leave the buyer. The amount of a line becomes the sum of its refunds. */
export const endItems = async (
  tx: Tx,
  raceid: number,
  rows: readonly { id: number; back: number }[],
  now: Date,
): Promise<void> => {
  await named(
    tx,
    'end goods',
    `update sold_items i set returned = i.n, amount = i.back + g.back, back = i.back + g.back, state = 'ended',
        ended_at = $4
      from unnest($2::bigint[], $3::integer[]) as g (id, back) where i.raceid = $1 and i.id = g.id`,
    [raceid, rows.map(({ id }) => id), rows.map(({ back }) => back), now],
  )
}
/** Moves the lines in `amounts` from one order to another, and writes their new amounts. */
export const adoptItems = async (
  tx: Tx,
  raceid: number,
  { from, to, amounts }: { from: number; to: number; amounts: ReadonlyMap<number, number> },
): Promise<void> => {
  await named(
    tx,
    'adopt goods',
    `update sold_items i set orderid = $3, amount = g.amount
      from unnest($4::bigint[], $5::integer[]) as g (id, amount)
      where i.raceid = $1 and i.orderid = $2 and i.id = g.id`,
    [raceid, from, to, [...amounts.keys()], [...amounts.values()]],
  )
}
/** Gives pieces back to the stock. The caller has locked the stock rows. */
export const freeStock = async (
  tx: Tx,
  raceid: number,
  freed: readonly { variantid: number; slot: string; n: number }[],
): Promise<void> => {
  await named(
    tx,
    'free stock',
    `update stock s set sold = s.sold - t.n
      from (select variantid, slot, sum(n)::integer as n from unnest($2::integer[], $3::text[], $4::integer[])
        as given (variantid, slot, n) group by variantid, slot) t
      where s.raceid = $1 and s.variantid = t.variantid and s.slot = t.slot`,
    [raceid, freed.map(({ variantid }) => variantid), freed.map(({ slot }) => slot), freed.map(({ n }) => n)],
  )
}

/** Reads whether an account has an entered registration in a race, and whether it has a published finish there. */
export const buyerStandingOf = async (on: Db | Tx, raceid: number, uid: number): Promise<BuyerStanding> =>
  (
    await named<BuyerStanding>(
      on,
      'standing of account',
      `select exists (select from ${registrationRows.text} r where r.raceid = $1 and r.uid = $2 and ${entered('r')})
          as registered,
        exists (select from ${registrationRows.text} r
          join ${resultRows.text} x on x.raceid = r.raceid and x.registrationid = r.id
          join ${sheetRows.text} h on h.raceid = x.raceid and h.eventid = x.eventid
          where r.raceid = $1 and r.uid = $2 and x.outcome = 'finished' and h.published_at is not null) as finished`,
      [raceid, uid],
    )
  )[0]!
