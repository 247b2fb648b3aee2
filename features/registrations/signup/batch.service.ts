import type { Lang } from '#contract/words.ts'
import { inBatches } from '#db/sharing/batch.ts'
import type { Db, Tx } from '#db/db.ts'
import { lockAll } from '#db/locks.ts'
import { violationOf } from '#db/violation.ts'
import {
  type LockedEvent,
  countCounters,
  countPlaces,
  countWaiting,
  lockCounters,
  lockEvent,
} from '#features/events/service.ts'
import { ALONE, addonsOf, batchOf, tableOf } from '#features/events/prices.rules.ts'
import { paystateOf, stateOf } from '#features/events/rules.ts'
import { countUses, lockInvitations } from '#features/invitations/service.ts'
import { type OrderOpening, openOrders } from '#features/orders/service.ts'
import { payEndFor, type OpenedOrder } from '#features/orders/rules.ts'
import { findAnswers } from '#db/sharing/onceAnswers.ts'
import { type PersonalAnswer, insertPersonalAnswers } from '../answers/answers.store.ts'
import type { RegistrationState } from '../contract.ts'
import {
  type NewOnce,
  type NewRow,
  countUnpaid,
  findDocuments,
  insertRegistrations,
} from './insertRegistrations.store.ts'
import { countsFor, tally } from '../inventory/inventory.service.ts'
import {
  type AcceptedEntry,
  type EntryDecision,
  type Refusal,
  type WhyNotIn,
  fillPlaces,
} from '../inventory/places.rules.ts'
import { chargeFor, chargeTogether, openingOf, sumOf } from '../payment/pricing.rules.ts'
import type { SealedEntry } from './sealing.service.ts'
import { countInLine } from '../draw/line.store.ts'

/** A checked and sealed sign-up that waits for its place. */
export type Waiting = {
  raceid: number
  eventid: number
  /** The `updated_at` of the event at the time of the check, in ms. */
  version: number
  uid: number
  /** The language of messages to the registrant. */
  lang: Lang
  once: Buffer | undefined
  document: Buffer
  payMinutes: number
  unpaidMost: number
  /** The text that the payer reads at the gateway. */
  subject: string
  zones: readonly string[]
  invite: string | null
  qualified: boolean
  /** The race's time zone. A price ends at the end of a day in this zone. */
  zone: string
  /** The number of each add-on, by id. */
  addons: Readonly<Record<string, number>>
  /** The amount that the page showed to the runner, in fen. */
  seen: number | undefined
  /** The event's name by language, for a line of the order. */
  eventNames: Readonly<Record<string, string>>
  row: SealedEntry
  /** The answers of the entry to personal fields. */
  personal: readonly PersonalAnswer[]
  now: Date
}
export type SavedAnswer = {
  _key: string
  raceid: number
  eventid: number
  state: RegistrationState
  orderid: number | null
  amount: number
  pay_end: Date | string | null
  payable: 0 | 1
}
/** `from`, `to`: the former and the present price, in fen. */
export type NotIn = { refused: WhyNotIn; from?: number | undefined; to?: number | undefined }
export type SignupOutcome = { saved: SavedAnswer } | NotIn | { failed: unknown }
const notIn = ({ fate, from, to }: Refusal): NotIn => ({ refused: fate, from, to })

/** The most sign-ups in one batch. A batch of this size holds its lock for about ten milliseconds (docs/decisions). */
export const MOST = 500

const later = (waiting: readonly Waiting[]): Date =>
  waiting.reduce((last, { now }) => (now > last ? now : last), waiting[0]!.now)
const present = <Value>(value: Value | null): Value[] => (value === null ? [] : [value])

/** The number of locks for accounts. Accounts share these locks, so that a crowd takes a limited number of them. */
const BUCKETS = 256

/** Locks everything that these sign-ups may take: events, counters, invitations, then the accounts. */
const holdAll = async (tx: Tx, waiting: readonly Waiting[]) => {
  const { raceid } = waiting[0]!
  const events = new Map<number, LockedEvent>()
  for (const eventid of [...new Set(waiting.map((one) => one.eventid))].sort((a, b) => a - b)) {
    const event = await lockEvent(tx, raceid, eventid)
    if (event) events.set(eventid, event)
  }
  const names = [
    ...new Set(
      waiting.flatMap(({ row, zones, addons }) => [
        ...present(row.clothes),
        ...present(row.packagebus),
        ...zones,
        ...Object.keys(addons),
      ]),
    ),
  ]
  const counters = names.length > 0 ? await lockCounters(tx, raceid, [...events.keys()], names) : []
  const codes = [...new Set(waiting.flatMap(({ invite }) => present(invite)))]
  const invitations = codes.length > 0 ? await lockInvitations(tx, raceid, codes) : []
  const uids = [...new Set(waiting.map(({ uid }) => uid))]
  await lockAll(
    tx,
    uids.map((uid) => ({ kind: 'unpaid', raceid, id: uid % BUCKETS })),
  )
  return { events, counters, invitations, uids }
}

/** The number of people in each group. A group is the people of one sign-up who enter the same event. */
const batchesOf = (waiting: readonly Waiting[], together: boolean) => {
  const ages = new Map<number, number[]>()
  for (const { eventid, row } of waiting) ages.set(eventid, [...(ages.get(eventid) ?? []), row.age_on_race_day])
  const batches = new Map([...ages].map(([eventid, of]) => [eventid, batchOf(of)]))
  return (eventid: number) => (together ? batches.get(eventid)! : ALONE)
}

/**
 * Locks everything that these sign-ups may take, reads who has a place already, and decides. `together` tells that they
 * are one sign-up.
 */
const decide = async (tx: Tx, waiting: readonly Waiting[], now: Date, together: boolean) => {
  const { raceid, unpaidMost } = waiting[0]!
  const { events, counters, invitations, uids } = await holdAll(tx, waiting)
  const keys = waiting.flatMap(({ once }) => (once ? [once] : []))
  const documents = await findDocuments(
    tx,
    raceid,
    waiting.map(({ document }) => document),
  )
  const answered = keys.length > 0 ? await findAnswers(tx, keys) : new Map<string, unknown>()
  const unpaid = await countUnpaid(tx, raceid, uids)
  const owed = new Map<number, number>()
  for (const [id, event] of events)
    if (event.waitlist) owed.set(id, event.taken < event.places ? await countInLine(tx, raceid, id) : 0)
  const batchIn = batchesOf(waiting, together)
  const fates = fillPlaces(
    waiting.map(({ document, once, row, ...one }) => ({
      ...one,
      age: row.age_on_race_day,
      batch: batchIn(one.eventid),
      document: document.toString('hex'),
      once: once?.toString('hex'),
      clothes: row.clothes,
      packagebus: row.packagebus,
    })),
    {
      events: new Map(
        [...events].map(([id, event]) => [
          id,
          {
            ...event,
            state: stateOf(event),
            paystate: paystateOf(event),
            table: tableOf(event),
            addons: addonsOf(event),
            version: event.updated_at.getTime(),
            owed: owed.get(id),
          },
        ]),
      ),
      ...documents,
      answered: new Set(answered.keys()),
      counters,
      invitations: new Map(invitations.map((one) => [one.code, one])),
      unpaid,
      unpaidMost,
      now,
    },
  )
  return { events, counters, answered, fates }
}

/** An accepted sign-up, with its locked event. */
type Coming = { one: Waiting; how: AcceptedEntry; event: LockedEvent }

const keyed = (coming: readonly Coming[]) =>
  coming.flatMap(({ one: { personal, row } }) => personal.map((answer) => ({ ...answer, _key: row._key })))
const chargeIn = ({ how, one }: Coming) =>
  chargeFor(
    { fee: how.fee, price: how.price - sumOf(how.bought) },
    { invited: how.invitation !== undefined, by: how.by, bought: how.bought, names: one.eventNames },
  )
const openingFor = (coming: Coming, now: Date): OrderOpening => ({
  room: 'registrations',
  uid: coming.one.uid,
  ...openingOf(chargeIn(coming)),
  subject: coming.one.subject,
  payEnd: payEndFor(now, coming.one.payMinutes, coming.event.pay_end),
})
/** Opens one order for all of these sign-ups. The order can be paid until the earliest of their ends. */
const sharedOpening = (paying: readonly Coming[], subject: string, now: Date): OrderOpening => {
  const openings = paying.map((one) => openingFor(one, now))
  return {
    room: 'registrations',
    uid: openings[0]!.uid,
    ...openingOf(chargeTogether(paying.map(chargeIn))),
    subject,
    payEnd: openings.reduce((first, { payEnd }) => (payEnd < first ? payEnd : first), openings[0]!.payEnd),
  }
}

/** Counts the places, things, waiting registrations and uses of invitations that the accepted sign-ups take. */
const countTaken = async (tx: Tx, raceid: number, rows: readonly NewRow[], counted: boolean): Promise<void> => {
  const placed = rows.filter(({ place_held }) => place_held)
  for (const [eventid, places] of tally(placed.map(({ eventid: id }) => id)))
    await countPlaces(tx, raceid, eventid, places)
  const counts = counted
    ? countsFor(
        placed.map((row) => ({ ...row, addons: JSON.parse(row.addons) as unknown })),
        1,
      )
    : []
  if (counts.length > 0) await countCounters(tx, raceid, counts)
  // A sign-up on the waitlist that is paid, or need not pay yet, stands in line from this moment. The number is for
  // display.
  const lined = tally(
    rows
      .filter(({ state, orderid, pay_at }) => state === 'wait' && (pay_at !== null || orderid === null))
      .map(({ eventid }) => eventid),
  )
  for (const eventid of lined.keys())
    await countWaiting(tx, raceid, eventid, true, await countInLine(tx, raceid, eventid))
  const used = tally(rows.flatMap(({ inviteid }) => present(inviteid)))
  if (used.size > 0) await countUses(tx, raceid, [...used.keys()], [...used.values()])
}

/**
 * Opens the orders, writes the accepted sign-ups, and counts the things that they take. `together` is the text that the
 * payer of their one order reads.
 */
const write = async (
  tx: Tx,
  coming: readonly Coming[],
  counters: readonly { name: string }[],
  now: Date,
  together?: string,
): Promise<SavedAnswer[]> => {
  if (coming.length === 0) return []
  const { raceid } = coming[0]!.one
  const paying = coming.filter(({ how }) => how.orders)
  const openings =
    together !== undefined && paying.length > 0
      ? [sharedOpening(paying, together, now)]
      : paying.map((one) => openingFor(one, now))
  const opened = await openOrders(tx, raceid, openings, now)
  const orders = new Map<Coming, OpenedOrder>(paying.map((one, at) => [one, opened[together === undefined ? at : 0]!]))
  const rows: NewRow[] = []
  const once: NewOnce[] = []
  const saved = coming.map((each): SavedAnswer => {
    const { one, how } = each
    const order = orders.get(each)
    const paid = order?.state === 'paid'
    const orderid = order?.id ?? null
    rows.push(
      Object.assign<SealedEntry, Omit<NewRow, keyof SealedEntry>>(one.row, {
        uid: one.uid,
        lang: one.lang,
        eventid: one.eventid,
        state: how.state,
        price: how.price,
        fee: how.fee,
        price_by: how.by && JSON.stringify(how.by),
        addons: JSON.stringify(how.bought),
        place_held: how.holds,
        runnerzone: how.zone,
        invite: how.invitation?.code ?? null,
        inviteid: how.invitation?.id ?? null,
        orderid,
        pay_at: paid ? now : null,
      }),
    )
    const answer: SavedAnswer = {
      _key: one.row._key,
      raceid,
      eventid: one.eventid,
      state: how.state,
      orderid,
      amount: how.price,
      pay_end: order && !paid ? order.pay_end : null,
      payable: order && !paid ? 1 : 0,
    }
    if (one.once) once.push({ key: one.once, answer })
    return answer
  })
  const written = await insertRegistrations(tx, raceid, rows, once, now)
  if (written !== rows.length) throw new Error(`Of ${rows.length} registrations ${written} were written`)
  await insertPersonalAnswers(tx, raceid, keyed(coming))
  await countTaken(tx, raceid, rows, counters.length > 0)
  return saved
}

/** Writes one batch of one event in one transaction. Each sign-up is accepted or refused by itself. */
const commit = async (tx: Tx, waiting: readonly Waiting[]): Promise<SignupOutcome[]> => {
  const now = later(waiting)
  const { events, counters, answered, fates } = await decide(tx, waiting, now, false)
  const coming = waiting.flatMap((one, at): Coming[] => {
    const how = fates[at]!
    return how.fate === 'in' ? [{ one, how, event: events.get(one.eventid)! }] : []
  })
  const saved = (await write(tx, coming, counters, now)).values()
  const outcomes = fates.map((fate, at): SignupOutcome | undefined => {
    if (fate.fate === 'in') return { saved: saved.next().value! }
    if (fate.fate === 'answered') return { saved: answered.get(waiting[at]!.once!.toString('hex')) as SavedAnswer }
    return fate.fate === 'same' ? undefined : notIn(fate)
  })
  return outcomes.map((outcome, at) => outcome ?? outcomes[(fates[at] as Extract<EntryDecision, { fate: 'same' }>).as]!)
}

/**
 * Enters several sign-ups of one race under one order, in a transaction of the caller. If one sign-up is refused,
 * nothing is written and the result names the first refused one. The caller handles repeated calls.
 */
export const enterTogether = async (
  tx: Tx,
  waiting: readonly Waiting[],
  subject: string,
): Promise<{ saved: SavedAnswer[] } | (NotIn & { person: number })> => {
  const now = later(waiting)
  const { events, counters, fates } = await decide(tx, waiting, now, true)
  const coming: Coming[] = []
  for (const [person, how] of fates.entries()) {
    if (how.fate === 'in') coming.push({ one: waiting[person]!, how, event: events.get(waiting[person]!.eventid)! })
    else if (how.fate === 'answered' || how.fate === 'same')
      throw new Error('Of several people none repeats a call by itself')
    else return { ...notIn(how), person }
  }
  return { saved: await write(tx, coming, counters, now, subject) }
}

/** Turns a violation of a database constraint into the refusal of a single sign-up. */
const refusedBy = (error: unknown): SignupOutcome => {
  const violation = violationOf(error)
  if (violation?.constraint === 'one_live_registration_per_document') return { refused: 'already_registered' }
  if (violation?.constraint === 'places_are_not_oversold') return { refused: 'sold_out' }
  if (violation?.constraint === 'codes_are_not_overused') return { refused: 'invite_used_up' }
  return { failed: error }
}

const single = async (db: Db, one: Waiting): Promise<SignupOutcome> => {
  for (const again of [true, true, false]) {
    try {
      return (await db.transaction().execute((tx) => commit(tx, [one])))[0]!
    } catch (error) {
      // Another call with the same key was faster, and its answer is stored.
      if (!again || violationOf(error)?.table !== 'once_answers') return refusedBy(error)
    }
  }
  return { failed: new Error('not reached') }
}

/**
 * Writes a batch. If the whole batch fails, the function tries its sign-ups one by one, so that no sign-up fails
 * because of another.
 */
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
 * Waits for the event's next batch and returns this sign-up's own outcome. While one batch commits, the next batch
 * collects sign-ups; there is no timer. Each event has its own queue in each process. The lock of the event's row puts
 * the processes in order.
 */
export const enterBatch = (db: Db, one: Waiting): Promise<SignupOutcome> => {
  let events = batchers.get(db)
  if (!events) batchers.set(db, (events = new Map()))
  const key = `${one.raceid}/${one.eventid}`
  let enter = events.get(key)
  if (!enter) events.set(key, (enter = inBatches(MOST, (waiting) => commitBatch(db, waiting))))
  return enter(one)
}
