import { inBatches } from '#db/sharing/batch.ts'
import { type Db, named } from '#db/db.ts'
import { refundRows } from '#features/payments/public.store.ts'
import { orderRows } from '#features/orders/public.store.ts'
import { limitRows } from '#db/limits/limits.ts'

export type MissKeys = readonly [Buffer, Buffer, Buffer]
/** The columns of a card. A card has no description, so the busiest query does not read any. */
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
// The counts of the caller's misses. Each look-up has a `limit`, so that PostgreSQL uses its index even with a wrong
// estimate.
type Counts = { own: number | null; network: number | null; subject: number | null }
const CARDS = `
select a.n, m.own, m.network, m.subject, r._key, r.uid, r.hide_name, r.eventid, r.name, r.bib, r.prefix_bib,
  r.state, r.refundid, r.pay_at, r.invite, r.wait_pos, r.tag, r.delay_words, r.price, r.drawn_at, r.closed_at, r.freed_at,
  o.state as o_state, o.payment as o_payment, o.pay_end as o_pay_end, o.pay_at as o_pay_at, f.state as f_state
from unnest($1::integer[], $2::integer[], $3::bytea[], $4::bytea[], $6::bytea[], $7::bytea[])
  as a (n, raceid, number, own_key, network_key, subject_key)
cross join lateral (select
  (select count from ${limitRows.text} k where k.key = a.own_key and k.ends_at > $5) as own,
  (select count from ${limitRows.text} k where k.key = a.network_key and k.ends_at > $5) as network,
  (select count from ${limitRows.text} k where k.key = a.subject_key and k.ends_at > $5) as subject) m
left join lateral (select * from registrations x where x.raceid = a.raceid and x.idnum_ix = a.number
  and x.deleted_at is null order by x.eventid, x.id limit 50) r on true
left join lateral (select * from ${orderRows.text} x where x.raceid = r.raceid and x.id = r.orderid limit 1) o on true
left join lateral (select state from ${refundRows.text} x where x.raceid = r.raceid and x.id = r.refundid and r.refundid <> 0
  limit 1) f on true
order by a.n, r.eventid, r.id`

type CardsAsked = { raceid: number; numbers: readonly Buffer[]; keys: MissKeys; now: Date }
export type CardsFound = { misses: number[]; cards: CardRow[] }
const readCards = async (db: Db, requests: readonly CardsAsked[]): Promise<CardsFound[]> => {
  const pairs = requests.flatMap(({ raceid, numbers, keys }, n) =>
    numbers.map((number) => ({ n, raceid, number, keys })),
  )
  const rows = await named<CardRow & Counts & { n: number; _key: string | null }>(db, 'find cards', CARDS, [
    pairs.map(({ n }) => n),
    pairs.map(({ raceid }) => raceid),
    pairs.map(({ number }) => number),
    pairs.map(({ keys: [own] }) => own),
    requests.reduce((first, { now }) => (now < first ? now : first), requests[0]!.now),
    pairs.map(({ keys: [, network] }) => network),
    pairs.map(({ keys: [, , subject] }) => subject),
  ])
  const found = requests.map((): CardsFound => ({ misses: [0, 0, 0], cards: [] }))
  for (const row of rows) {
    const mine = found[row.n]!
    mine.misses = [row.own ?? 0, row.network ?? 0, row.subject ?? 0]
    if (row._key !== null) mine.cards.push(row)
  }
  return found
}

const asking = new WeakMap<Db, (request: CardsAsked) => Promise<CardsFound>>()
/**
 * Finds the cards of a document number, and the caller's recent misses (under the keys of `missKeys`). Callers that
 * come during a query share the next query. On a day with very many look-ups a write to the database's socket costs
 * more than the look-up itself.
 */
export const findCards = (db: Db, request: CardsAsked): Promise<CardsFound> => {
  let ask = asking.get(db)
  if (!ask) asking.set(db, (ask = inBatches(100, (batch) => readCards(db, batch))))
  return ask(request)
}

/**
 * Reads the names and mobiles of a number's registrations. A caller who knows one of them proves that they know the
 * person.
 */
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
