import type { RawBuilder } from 'kysely'
import { raceOfKey } from '#contract/key.ts'
import { type Lang, nameIn } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { type BuyerNames, registrationsOfOrders } from './public.store.ts'
import { raceOfTradeno } from './rules.ts'
import { joinedIds } from './store.ts'

const rooms = new Map<string, BuyerNames>()
/** Returns a function for the `provides` of a room. The function registers the names of buyers that the room knows. */
export const namingBuyers =
  (room: string, names: BuyerNames): (() => void) =>
  () =>
    void rooms.set(room, names)

/** Tells whether a searched text may be a name. The number of an order and a public key are no names. */
export const isBuyerName = (text: string): boolean =>
  text !== '' && raceOfTradeno(text) === undefined && raceOfKey(text) === undefined

/**
 * Returns the query for the ids of the orders that a searched name belongs to: the name of a runner, a buyer, a guest
 * or the holder of a ticket. Returns undefined if the text cannot be a name (`isBuyerName`).
 */
export const ordersOfName = (raceid: number, text: string): RawBuilder<unknown> | undefined =>
  isBuyerName(text) ? joinedIds([...rooms.values()].map(({ holding }) => holding(raceid, text))) : undefined

/** Returns the names of the buyers by order. The list of an order names each buyer's name once. */
export const buyersOf = async (
  db: Db,
  raceid: number,
  orderids: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> => {
  if (orderids.length === 0) return new Map()
  const parts = [...rooms.values()]
  const lists = await Promise.all(parts.map(({ of }) => of(db, raceid, orderids)))
  const rowsOf = (last: boolean) => parts.flatMap((part, at) => (Boolean(part.last) === last ? lists[at]! : []))
  const namesIn = (rows: readonly { orderid: number; name: string }[]) =>
    [...Map.groupBy(rows, ({ orderid }) => orderid)].map(
      ([orderid, of]) => [orderid, [...new Set(of.map(({ name }) => name))]] as const,
    )
  return new Map([...namesIn(rowsOf(true)), ...namesIn(rowsOf(false))])
}

/**
 * Adds to orders their registrations, the names of their events in the reader's language, and the buyers of the orders
 * that have no registrations. For a reader who may not read registrations, it leaves out registrations and buyers.
 */
export const withPeople = async <Order extends { id: number; subject: string }>(
  db: Db,
  raceid: number,
  orders: readonly Order[],
  { lang, named }: { lang: Lang; named: boolean },
) => {
  const ids = orders.map(({ id }) => id)
  const rows = ids.length === 0 ? [] : await registrationsOfOrders.get()(db, raceid, ids)
  const byOrder = Map.groupBy(rows, ({ orderid }) => orderid)
  const buyers = named
    ? await buyersOf(
        db,
        raceid,
        ids.filter((id) => !byOrder.has(id)),
      )
    : new Map<number, readonly string[]>()
  return orders.map((order) => {
    const registrations = (byOrder.get(order.id) ?? []).map(({ id, name, bib, e_name, e_names }) => ({
      id,
      name,
      bib,
      event: nameIn(lang, e_name, e_names),
    }))
    const events = [...new Set(registrations.map(({ event }) => event))].join(lang === 'en' ? ', ' : '、')
    return {
      ...order,
      subject: events || order.subject,
      registrations: named ? registrations : [],
      buyers: [...(buyers.get(order.id) ?? [])],
    }
  })
}
