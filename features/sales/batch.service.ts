import type { Db, Tx } from '#db/db.ts'
import { lockAll } from '#db/locks.ts'
import { newKey } from '#db/random.ts'
import { inNamedBatches } from '#db/sharing/batch.ts'
import { type NewAnswer, type OnceKey, findAnswers } from '#db/sharing/onceAnswers.ts'
import { violationOf } from '#db/errors/violation.ts'
import type { OrderItem } from '#features/orders/items.contract.ts'
import type { OpenedOrder as Opened } from '#features/orders/rules.ts'
import { openOrders } from '#features/orders/service.ts'
import {
  type Fill,
  type OrderPricing,
  type Sale,
  type Shelf,
  type StockRow,
  type Want,
  fillOrder,
  accountGoodsKey,
  stockKey,
} from './fill.rules.ts'
import { type OpenedGoodsOrder, type WantWithDetails, hooksOf } from './hooks.service.ts'
import {
  type NewItem,
  type TermsRow,
  countHeld,
  countUnpaidOrders,
  insertItems,
  lockStock,
  readStock,
  readTerms,
} from './selling.store.ts'
import { measuredBatch } from '#db/measures.ts'

/** An order for goods that waits until one transaction writes it together with other orders. */
export type WaitingOrder = WantWithDetails & {
  raceid: number
  /** The text that the payer reads at the gateway. */
  subject: string
  payEnd: Date
  once: OnceKey | undefined
  now: Date
}
export type SavedOrder = { order: string; orderid: number; amount: number; paid: boolean; items: string[] }
export type SaleOutcome = { saved: SavedOrder } | Exclude<Fill, Sale>

/** The most orders that one transaction writes. */
const MOST = 500
/**
 * The number of locks for accounts. Many accounts share one lock, so that a transaction takes a limited number of
 * locks.
 */
const BUCKETS = 256

/** Reads all facts that decide about orders for rows of stock. */
const shelfOf = async (on: Db | Tx, raceid: number, stock: readonly StockRow[], uids: readonly number[]) => {
  const terms = await readTerms(on, raceid, [...new Set(stock.map(({ variantid }) => variantid))])
  const limited = [...new Set(terms.filter(({ most_each }) => most_each !== null).map(({ goodsid }) => goodsid))]
  const held = limited.length > 0 ? await countHeld(on, raceid, limited, uids) : []
  const unpaid = await countUnpaidOrders(on, raceid, uids)
  const byVariant = new Map(terms.map((one) => [one.variantid, one]))
  const shelf: Shelf = {
    terms: byVariant,
    stock: new Map(stock.map((one) => [stockKey(one), one])),
    held: new Map(held.map(({ uid, goodsid, n }) => [accountGoodsKey(uid, goodsid), n])),
    unpaid: new Map(unpaid.map(({ uid, n }) => [uid, n])),
  }
  return { shelf, terms: byVariant }
}

/** Locks the stock, then the accounts, and then reads all facts that decide about the orders. */
export const holdShelf = async (tx: Tx, raceid: number, waiting: readonly Pick<Want, 'uid' | 'lines'>[]) => {
  const stock = await lockStock(
    tx,
    raceid,
    waiting.flatMap(({ lines }) => lines),
  )
  const uids = [...new Set(waiting.map(({ uid }) => uid))]
  await lockAll(
    tx,
    uids.map((uid) => ({ kind: 'goods', raceid, id: uid % BUCKETS })),
  )
  return shelfOf(tx, raceid, stock, uids)
}

/** Returns the outcome that an order would have at this moment. Locks and writes nothing. */
export const lookAtOrder = async (
  db: Db,
  raceid: number,
  want: Want,
  now: Date,
  pricing?: OrderPricing,
): Promise<Fill> =>
  fillOrder((await shelfOf(db, raceid, await readStock(db, raceid, want.lines), [want.uid])).shelf, want, now, pricing)

const namesOf = ({ goods, goods_names, name, names }: TermsRow): Record<string, string> =>
  Object.fromEntries(
    (['zh-cn', 'zh-tw', 'en'] as const).map((lang) => {
      const [kind, variant] = [goods_names[lang] || goods, names[lang] || name]
      return [lang, variant ? `${kind} ${variant}` : kind]
    }),
  )

/** A filled order. `once` is the key of a repeated call. */
export type FilledWant = { one: WantWithDetails & { once?: OnceKey | undefined }; fill: Sale }
/** Returns the lines that the payer reads: the things, their discount, and the postage. */
export const orderLinesOf = ({ lines, off, beside }: Sale, terms: ReadonlyMap<number, TermsRow>): OrderItem[] => {
  const discount = off.reduce((sum, one) => sum + one, 0)
  return [
    ...lines.map((line) => ({
      kind: 'goods' as const,
      names: namesOf(terms.get(line.variantid)!),
      n: line.n,
      amount: line.amount,
    })),
    ...(discount > 0 ? [{ kind: 'discount' as const, names: {}, n: 1, amount: -discount }] : []),
    ...(beside > 0 ? [{ kind: 'postage' as const, names: {}, n: 1, amount: beside }] : []),
  ]
}

/** Opens the orders, writes the items and takes the stock. Free orders are paid at once. */
const writeFilled = async (
  tx: Tx,
  raceid: number,
  filled: readonly { one: WaitingOrder; fill: Sale }[],
  terms: ReadonlyMap<number, TermsRow>,
  now: Date,
): Promise<SavedOrder[]> => {
  if (filled.length === 0) return []
  const opened = await openOrders(
    tx,
    raceid,
    filled.map(({ one, fill }) => ({
      room: one.room,
      uid: one.uid,
      fee: fill.lines.reduce((sum, line) => sum + line.amount, fill.beside),
      discount: fill.off.reduce((sum, off) => sum + off, 0),
      subject: one.subject,
      payEnd: one.payEnd,
      items: orderLinesOf(fill, terms),
    })),
    now,
  )
  return writeItems(
    tx,
    raceid,
    filled.map((each, at) => ({ ...each, opened: opened[at]! })),
    now,
  )
}

/**
 * Writes the items of opened orders, takes their stock, and calls the hooks of the selling rooms. The goods of several
 * rooms may share one order.
 */
export const writeItems = async (
  tx: Tx,
  raceid: number,
  filled: readonly (FilledWant & { opened: Opened })[],
  now: Date,
): Promise<SavedOrder[]> => {
  const rows: NewItem[] = []
  const answers: NewAnswer[] = []
  const saved = filled.map(({ one, fill, opened: order }): SavedOrder => {
    const paid = order.state === 'paid'
    const items = fill.lines.map((line, nth) => {
      const key = newKey(raceid)
      const amount = line.amount - fill.off[nth]!
      rows.push({ key, orderid: order.id, uid: one.uid, room: one.room, paid, ...line, amount })
      return key
    })
    const answer = { order: order._key, orderid: order.id, amount: order.amount, paid, items }
    if (one.once) answers.push({ key: one.once, answer })
    return answer
  })
  const written = await insertItems(tx, raceid, rows, answers, now)
  if (written.length !== rows.length) throw new Error(`Of ${rows.length} items ${written.length} were written`)
  const itemsOf = Map.groupBy(written, ({ orderid, room }) => `${orderid} ${room}`)
  const orders = filled.map(({ one, fill }, at): OpenedGoodsOrder => {
    const { order, orderid, paid } = saved[at]!
    return { one, fill, order, orderid, paid, items: itemsOf.get(`${orderid} ${one.room}`) ?? [] }
  })
  for (const [room, own] of Map.groupBy(orders, ({ one }) => one.room)) {
    const { opened, paid } = hooksOf(room)
    await opened?.(tx, raceid, own, now)
    const given = written.filter((item) => item.room === room && item.state === 'paid')
    if (given.length > 0) await paid?.(tx, raceid, given, now)
  }
  return saved
}

/** Sells the waiting orders of one race in one transaction. A refused order does not stop the other orders. */
const commit = async (tx: Tx, waiting: readonly WaitingOrder[]): Promise<SaleOutcome[]> => {
  const { raceid } = waiting[0]!
  const now = waiting.reduce((last, one) => (one.now > last ? one.now : last), waiting[0]!.now)
  const { shelf, terms } = await holdShelf(tx, raceid, waiting)
  const pricing = await hooksOf(waiting[0]!.room).pricing?.(tx, raceid, waiting, now)
  const answered = await findAnswers(
    tx,
    waiting.flatMap(({ once }) => (once ? [once] : [])),
  )
  const filled: { one: WaitingOrder; fill: Sale }[] = []
  /**
   * The position in `waiting` of the first order with each key. A later order with the same key is a repeated call and
   * gets the answer of the first order.
   */
  const first = new Map<string, number>()
  const decided = waiting.map((one, at): SaleOutcome | number => {
    const key = one.once?.row.toString('hex')
    const known = key !== undefined ? answered.get(key) : undefined
    if (known) return { saved: known as SavedOrder }
    if (key !== undefined && first.has(key)) return -1 - first.get(key)!
    if (key !== undefined) first.set(key, at)
    const fill = fillOrder(shelf, one, now, pricing && ((lines) => pricing.price(one, lines)))
    if (!('lines' in fill)) return fill
    pricing?.took(one)
    return filled.push({ one, fill }) - 1
  })
  const saved = await writeFilled(tx, raceid, filled, terms, now)
  const answers = decided.map((one) => (typeof one === 'number' && one >= 0 ? { saved: saved[one]! } : one))
  return answers.map((one) => (typeof one === 'number' ? (answers[-1 - one] as SaleOutcome) : one))
}

type Outcome = SaleOutcome | { failed: unknown }
/**
 * Writes the waiting orders together. If the transaction fails, the function tries the orders one by one, so that one
 * order cannot stop the other orders.
 */
const commitBatch = async (db: Db, waiting: readonly WaitingOrder[]): Promise<Outcome[]> => {
  try {
    return await db.transaction().execute((tx) => commit(tx, waiting))
  } catch (error) {
    // True if another process has already saved an answer under the key of one of these orders.
    const again = violationOf(error)?.table === 'once_answers'
    if (waiting.length === 1 && !again) return [{ failed: error }]
    const outcomes: Outcome[] = []
    for (const one of waiting) {
      try {
        outcomes.push((await db.transaction().execute((tx) => commit(tx, [one])))[0]!)
      } catch (failed) {
        outcomes.push({ failed })
      }
    }
    return outcomes
  }
}

const enterBatch = inNamedBatches(MOST, ({ db }: { db: Db }, waiting: WaitingOrder[]) =>
  measuredBatch('sale', (all: WaitingOrder[]) => commitBatch(db, all))(waiting),
)

/**
 * Waits for the next transaction of the race and the selling room, and returns the outcome of this order. While one
 * transaction commits, the process collects the orders for the next transaction. Several processes can sell the same
 * stock: a transaction waits while another transaction holds the locks on the stock rows.
 */
export const sell = async (db: Db, one: WaitingOrder): Promise<SaleOutcome> => {
  const outcome = await enterBatch({ db }, `${one.raceid}/${one.room}`, one)
  if ('failed' in outcome) throw outcome.failed
  return outcome
}
