import { inBatches } from '#db/batch.ts'
import type { Db, Tx } from '#db/db.ts'
import { violationOf } from '#db/violation.ts'
import { type LockedEvent, countPlaces, lockEvent } from '#features/events/actions.ts'
import { holdsPlace, stateOf } from '#features/events/rules.ts'
import { openOrders } from '#features/orders/actions.ts'
import { payEndFor } from '#features/orders/rules.ts'
import type { RegistrationState } from './contract.ts'
import { type Fate, fillPlaces } from './places.ts'
import { type NewOnce, type NewRow, findKeptAnswers, findLiveDocuments, insertRegistrations } from './entering.ts'

/** A checked and sealed sign-up that waits for its place. */
export type Waiting = {
  raceid: number
  eventid: number
  /** `updated_at` of the event that it was checked against, in ms. */
  version: number
  uid: number
  once: Buffer | undefined
  document: Buffer
  payMinutes: number
  /** What the payer reads at the gateway. */
  subject: string
  row: Omit<NewRow, 'orderid' | 'pay_at' | 'uid'>
  now: Date
}
export type SavedAnswer = { _key: string; raceid: number; eventid: number; state: RegistrationState; orderid: number | null; amount: number; pay_end: Date | string | null; payable: 0 | 1 }
export type SignupOutcome = { saved: SavedAnswer } | { refused: 'already_registered' | 'sold_out' | 'event_changed' } | { failed: unknown }

/** Documented in docs/decisions: one statement of this size is far from any limit, and its lock is held for some ten milliseconds. */
export const MOST = 500

const later = (waiting: readonly Waiting[]): Date => waiting.reduce((last, { now }) => (now > last ? now : last), waiting[0]!.now)

/** Money is asked for at once where the event takes it now; a review comes before it. */
const ordersNow = (event: LockedEvent): boolean => event.paystate === 'open' && event.state !== 'audit'

/** One batch of one event in one transaction: hold the event, look who is in already, fill places, order, write, count. */
const commit = async (tx: Tx, waiting: readonly Waiting[]): Promise<SignupOutcome[]> => {
  const { raceid, eventid } = waiting[0]!
  const now = later(waiting)
  const keys = waiting.flatMap(({ once }) => (once ? [once] : []))
  const event = await lockEvent(tx, raceid, eventid)
  if (!event) return waiting.map(() => ({ refused: 'event_changed' }))
  const registered = await findLiveDocuments(tx, raceid, waiting.map(({ document }) => document))
  const answered = keys.length > 0 ? await findKeptAnswers(tx, keys) : new Map<string, unknown>()
  const state = stateOf(event)
  const fates = fillPlaces(
    waiting.map(({ document, version, once }) => ({ document: document.toString('hex'), version, once: once?.toString('hex') })),
    { places: event.places, taken: event.taken, holds: holdsPlace(state), version: event.updated_at.getTime(), registered, answered: new Set(answered.keys()) },
  )
  const entering = waiting.filter((_, at) => fates[at]!.fate === 'in')
  const saved = await write(tx, entering, event, now)
  let next = 0
  const outcomes = fates.map((fate, at): SignupOutcome | undefined => {
    if (fate.fate === 'in') return { saved: saved[next++]! }
    if (fate.fate === 'answered') return { saved: answered.get(waiting[at]!.once!.toString('hex')) as SavedAnswer }
    return fate.fate === 'same' ? undefined : { refused: fate.fate }
  })
  return outcomes.map((outcome, at) => outcome ?? outcomes[(fates[at] as Extract<Fate, { fate: 'same' }>).as]!)
}

const write = async (tx: Tx, entering: readonly Waiting[], event: LockedEvent, now: Date): Promise<SavedAnswer[]> => {
  if (entering.length === 0) return []
  const { raceid, eventid } = entering[0]!
  const state = stateOf(event)
  const holds = holdsPlace(state)
  const orders = ordersNow(event)
    ? await openOrders(tx, raceid, entering.map(({ uid, subject, payMinutes }) => ({ room: 'registrations', uid, fee: event.price, subject, payEnd: payEndFor(now, payMinutes, event.pay_end) })), now)
    : []
  const rows: NewRow[] = []
  const once: NewOnce[] = []
  const saved = entering.map((one, at): SavedAnswer => {
    const order = orders[at]
    const paid = order?.state === 'paid'
    const { row } = one
    rows.push(Object.assign(row, { uid: one.uid, orderid: order?.id ?? null, pay_at: paid ? now : null }))
    const answer: SavedAnswer = { _key: row._key, raceid, eventid, state, orderid: order?.id ?? null, amount: event.price, pay_end: order && !paid ? order.pay_end : null, payable: order && !paid ? 1 : 0 }
    if (one.once) once.push({ key: one.once, answer })
    return answer
  })
  const written = await insertRegistrations(tx, { raceid, eventid, state, price: event.price, place_held: holds, now }, rows, once)
  if (written !== rows.length) throw new Error(`Of ${rows.length} registrations ${written} were written`)
  if (holds) await countPlaces(tx, raceid, eventid, rows.length)
  return saved
}

/** What the database's last guards say of a single sign-up. */
const refusedBy = (error: unknown): SignupOutcome => {
  const violation = violationOf(error)
  if (violation?.constraint === 'one_live_registration_per_document') return { refused: 'already_registered' }
  if (violation?.constraint === 'places_are_not_oversold') return { refused: 'sold_out' }
  return { failed: error }
}

const single = async (db: Db, one: Waiting): Promise<SignupOutcome> => {
  for (const again of [true, true, false]) {
    try {
      return (await db.transaction().execute((tx) => commit(tx, [one])))[0]!
    } catch (error) {
      // Another call with the same key was faster: what it was answered is found now.
      if (!again || violationOf(error)?.table !== 'once_answers') return refusedBy(error)
    }
  }
  return { failed: new Error('not reached') }
}

/** A batch that fails as a whole, through one of it or the database, is tried again one by one: nobody suffers for another. */
export const commitBatch = async (db: Db, waiting: readonly Waiting[]): Promise<SignupOutcome[]> => {
  try {
    return await db.transaction().execute((tx) => commit(tx, waiting))
  } catch (error) {
    if (waiting.length === 1 && violationOf(error) === undefined) return [{ failed: error }]
    const outcomes: SignupOutcome[] = []
    for (const one of waiting) outcomes.push(await single(db, one))
    return outcomes
  }
}

type Enter = (one: Waiting) => Promise<SignupOutcome>
const batchers = new WeakMap<Db, Map<string, Enter>>()

/**
 * Waits for the event's next batch and comes back with this one's own outcome. While one batch commits, the next collects; no timer.
 * Each event has its own queue in each process; between processes the event's row decides.
 */
export const enterBatch = (db: Db, one: Waiting): Promise<SignupOutcome> => {
  let events = batchers.get(db)
  if (!events) batchers.set(db, (events = new Map()))
  const key = `${one.raceid}/${one.eventid}`
  let enter = events.get(key)
  if (!enter) events.set(key, (enter = inBatches(MOST, (waiting) => commitBatch(db, waiting))))
  return enter(one)
}
