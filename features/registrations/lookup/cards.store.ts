import { byRace } from '#db/sharing/byRace.ts'
import { inBatches } from '#db/sharing/batch.ts'
import { type Db, named } from '#db/db.ts'
import { refundRows } from '#features/payments/public.store.ts'
import { orderRows } from '#features/orders/public.store.ts'
import { triesUnder } from '#db/limits/limits.ts'

export type MissKeys = readonly [Buffer, Buffer, Buffer]
/** The columns of a card. A card shows no description, so the busiest query does not read descriptions. */
export type CardRow = {
  _key: string
  uid: number
  hide_name: boolean
  eventid: number
  name: string
  bib: string | null
  prefix_bib: string | null
  state: string
  refundid: number
  pay_at: Date | null
  invite: string | null
  wait_pos: number | null
  tag: string | null
  delay_words: unknown
  price: number
  drawn_at: Date | null
  closed_at: Date | null
  freed_at: Date | null
  o_state: string | null
  o_payment: string | null
  o_pay_end: Date | null
  o_pay_at: Date | null
  f_state: string | null
}
// Each look-up has a `limit`, so that PostgreSQL uses the index of the look-up even with a wrong estimate. Each part of
// the statement names the race, so that a distributed database sends the whole statement to the race's machine.
const CARDS = `
select a.n, r._key, r.uid, r.hide_name, r.eventid, r.name, r.bib, r.prefix_bib, r.state, r.refundid, r.pay_at, r.invite,
  r.wait_pos, r.tag, r.delay_words, r.price, r.drawn_at, r.closed_at, r.freed_at,
  o.state as o_state, o.payment as o_payment, o.pay_end as o_pay_end, o.pay_at as o_pay_at, f.state as f_state
from unnest($2::integer[], $3::bytea[]) as a (n, number)
cross join lateral (select * from registrations x where x.raceid = $1 and x.idnum_ix = a.number
  and x.deleted_at is null order by x.eventid, x.id limit 50) r
left join lateral (select * from ${orderRows.text} x where x.raceid = $1 and x.id = r.orderid limit 1) o on true
left join lateral (select state from ${refundRows.text} x where x.raceid = $1 and x.id = r.refundid and r.refundid <> 0
  limit 1) f on true
order by a.n, r.eventid, r.id`

type CardsAsked = { raceid: number; numbers: readonly Buffer[]; keys: MissKeys; now: Date }
export type CardsFound = { misses: number[]; cards: CardRow[] }
type Numbered = { raceid: number; n: number; number: Buffer }
const readRace = (db: Db, raceid: number, pairs: readonly Numbered[]) =>
  named<CardRow & { n: number }>(db, 'find cards', CARDS, [
    raceid,
    pairs.map(({ n }) => n),
    pairs.map(({ number }) => number),
  ])
/**
 * Reads cards and misses for all callers who ask at the same time. A separate statement reads the misses, because
 * limits belong to no race.
 */
const readCards = async (db: Db, requests: readonly CardsAsked[]): Promise<CardsFound[]> => {
  const pairs = requests.flatMap(({ raceid, numbers }, n) => numbers.map((number) => ({ n, raceid, number })))
  const first = requests.reduce((least, { now }) => (now < least ? now : least), requests[0]!.now)
  const [misses, ...races] = await Promise.all([
    triesUnder(
      db,
      requests.flatMap(({ keys }) => keys),
      first,
    ),
    ...byRace(pairs).map(([raceid, some]) => readRace(db, raceid, some)),
  ])
  const found = requests.map((_, n): CardsFound => ({ misses: misses.slice(3 * n, 3 * n + 3), cards: [] }))
  for (const row of races.flat()) found[row.n]!.cards.push(row)
  return found
}

const asking = new WeakMap<Db, (request: CardsAsked) => Promise<CardsFound>>()
/**
 * Finds the cards of a document number, and the caller's recent misses (under the keys of `missKeys`). Callers that
 * come during a query share the next query. If very many people look up, each write to the database's socket costs more
 * than the look-up itself.
 */
export const findCards = (db: Db, request: CardsAsked): Promise<CardsFound> => {
  let ask = asking.get(db)
  if (!ask) asking.set(db, (ask = inBatches(100, (batch) => readCards(db, batch))))
  return ask(request)
}

/** Reads the names and mobiles of the registrations with these document numbers. They serve as a second fact. */
export const listFacts = (
  db: Db,
  raceid: number,
  numbers: readonly Buffer[],
): Promise<{ name: string; mobile: Buffer | null }[]> =>
  db
    .selectFrom('registrations')
    .select(['name', 'mobile'])
    .where('raceid', '=', raceid)
    .where('idnum_ix', 'in', [...numbers])
    .where('deleted_at', 'is', null)
    .limit(50)
    .execute()
