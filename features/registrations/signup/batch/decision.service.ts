import type { Lang } from '#contract/words.ts'
import type { Tx } from '#db/db.ts'
import { lockAll } from '#db/locks.ts'
import { type OnceKey, findAnswers } from '#db/sharing/onceAnswers.ts'
import { ALONE, type Batch, addonsOf, batchOf, priceTableOf } from '#features/events/prices.rules.ts'
import { paystateOf, eventStateOf } from '#features/events/rules.ts'
import { type LockedEvent, lockCounters, lockEvent } from '#features/events/service.ts'
import { lockInvitations } from '#features/invitations/service.ts'
import type { PersonalAnswer } from '../../answers/answers.store.ts'
import { countInLine } from '../../draw/line.store.ts'
import { fillPlaces } from '../../inventory/places.rules.ts'
import { countUnpaid, findDocuments } from '../insertRegistrations.store.ts'
import type { SignupGoodsGiven } from '../beside.contract.ts'
import { type GoodsSale, type GoodsRequest, signupGoodsSeller } from '../goodsAtSignup.service.ts'
import type { SealedEntry } from '../sealing.service.ts'

/** A checked and sealed sign-up that waits for its place. */
export type WaitingSignup = {
  raceid: number
  eventid: number
  /** The `updated_at` of the event at the time of the check, in ms. */
  version: number
  uid: number
  /** The language of messages to the registrant. */
  lang: Lang
  once: OnceKey | undefined
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
  /** The number of pieces of each add-on, by id. */
  addons: Readonly<Record<string, number>>
  /** The amount that the page showed to the runner, in fen. */
  seen: number | undefined
  /** The event's name by language, for a line of the order. */
  eventNames: Readonly<Record<string, string>>
  row: SealedEntry
  personal: readonly PersonalAnswer[]
  /** Goods of the sign-up, under the order of the registration. Most sign-ups have none. */
  goods?: SignupGoodsGiven | undefined
  now: Date
}

export const latestMoment = (waiting: readonly WaitingSignup[]): Date =>
  waiting.reduce((last, { now }) => (now > last ? now : last), waiting[0]!.now)
export const present = <Value>(value: Value | null): Value[] => (value === null ? [] : [value])

/**
 * The number of locks for accounts. All accounts share these locks, so that sign-ups of many accounts take only a
 * limited number of locks.
 */
const BUCKETS = 256

/** Locks everything that these sign-ups may take: events, counters, invitations, then the accounts. */
const holdAll = async (tx: Tx, waiting: readonly WaitingSignup[]) => {
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

/**
 * Returns a function that finds the batch of a person by the event: the people of one sign-up who enter this event.
 * Without `together` each person has a batch of one.
 */
const batchesOf = (waiting: readonly WaitingSignup[], together: boolean): ((eventid: number) => Batch) => {
  if (!together) return () => ALONE
  const batches = new Map(
    [...Map.groupBy(waiting, ({ eventid }) => eventid)].map(([eventid, people]) => [
      eventid,
      batchOf(people.map(({ row }) => row.age_on_race_day)),
    ]),
  )
  return (eventid) => batches.get(eventid)!
}

/**
 * Locks the stock of the goods that these sign-ups want. Returns `take`, with which `fillPlaces` takes the goods of a
 * sign-up, and `sold`, which holds the taken goods. Without goods the function reads and locks nothing.
 */
const holdGoods = async (tx: Tx, waiting: readonly WaitingSignup[], now: Date, together: boolean) => {
  const sold = new Map<WaitingSignup, GoodsSale>()
  const wants = new Map<WaitingSignup, GoodsRequest>()
  for (const one of waiting)
    if (one.goods) {
      const events = together ? waiting.map(({ eventid }) => eventid) : [one.eventid]
      wants.set(one, { uid: one.uid, events, goods: one.goods })
    }
  if (wants.size === 0) return { sold, take: () => undefined }
  const fill = await signupGoodsSeller.get().hold(tx, waiting[0]!.raceid, [...wants.values()], now)
  const take = (one: WaitingSignup) => {
    const want = wants.get(one)
    if (!want) return undefined
    return () => {
      const beside = fill(want)
      if ('refused' in beside) return beside.refused
      sold.set(one, beside)
      return undefined
    }
  }
  return { sold, take }
}

/**
 * Locks everything that these sign-ups may take, looks up the documents, and decides about each person. `together` is
 * true if all these people are in one sign-up.
 */
export const decideSignups = async (tx: Tx, waiting: readonly WaitingSignup[], now: Date, together: boolean) => {
  const { raceid, unpaidMost } = waiting[0]!
  const { events, counters, invitations, uids } = await holdAll(tx, waiting)
  const goods = await holdGoods(tx, waiting, now, together)
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
  const decisions = fillPlaces(
    waiting.map(({ document, once, row, ...one }, at) => ({
      ...one,
      takeGoods: goods.take(waiting[at]!),
      age: row.age_on_race_day,
      batch: batchIn(one.eventid),
      document: document.toString('hex'),
      once: once?.row.toString('hex'),
      clothes: row.clothes,
      packagebus: row.packagebus,
    })),
    {
      events: new Map(
        [...events].map(([id, event]) => [
          id,
          {
            ...event,
            state: eventStateOf(event),
            paystate: paystateOf(event),
            table: priceTableOf(event),
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
  return { events, counters, answered, decisions, sold: goods.sold }
}
