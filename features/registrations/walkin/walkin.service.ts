import { noteSignedUp } from '../webhooks.service.ts'
import type { Lang } from '#contract/words.ts'
import { nameIn } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { violationOf } from '#db/errors/violation.ts'
import { accountFor } from '#features/accounts/service.ts'
import { isBanned } from '#features/bans/service.ts'
import { words as banWords } from '#features/bans/words.ts'
import {
  type EventRow,
  type LockedEvent,
  countCounters,
  countPlaces,
  lockCounters,
  lockEvent,
} from '#features/events/service.ts'
import { formOf, leftIn, raceDayOf } from '#features/events/rules.ts'
import { openOrder } from '#features/orders/service.ts'
import { payEndFor } from '#features/orders/rules.ts'
import type { DeskWay } from '#features/payments/rules.ts'
import { logChange } from '#features/staff/service.ts'
import type { Who } from '#seam/server/handle.ts'
import { splitAnswers } from '../answers/answers.service.ts'
import { type PersonalAnswer, insertPersonalAnswers } from '../answers/answers.store.ts'
import type { ChangeWork } from '../changes/changes.service.ts'
import { stockCounts } from '../inventory/inventory.service.ts'
import { ALONE, addonsOf, nextRank, priceOf, reasonOf, priceTableOf } from '#features/events/prices.rules.ts'
import type { PriceRule } from '#features/events/prices.contract.ts'
import { type Bought, type Charge, chargeFor, eventNamesOf, openingOfCharge } from '../payment/pricing.rules.ts'
import { keepConsentTexts } from '../signup/consents.service.ts'
import { findDocuments, insertRegistrations } from '../signup/insertRegistrations.store.ts'
import { zonesFor } from '../signup/qualifying.rules.ts'
import { documentIndex, sealEntry } from '../signup/sealing.service.ts'
import type { Entry, Wrong } from '../signup/signup.rules.ts'
import { addonsWrong, unringable } from '../signup/signup.service.ts'
import { versionsOf } from '../signup/wording.rules.ts'
import type { RaceGiven } from '../status/present.service.ts'
import { findByDocument, findByKey, markByHand } from '../store.ts'
import { type WalkIn, type WalkInHow, checkWalkIn } from './walkin.rules.ts'
import { walkinWords } from './walkin.words.ts'

/**
 * The way to pay. A `DeskWay` is a payment at the desk. `free`: the runner pays nothing, for a reason. `link`: the
 * runner pays online before the order ends.
 */
export type WalkInPay = DeskWay | 'free' | 'link'
export type EnteringByHand = {
  race: RaceGiven
  event: EventRow
  who: Who
  lang: Lang
  given: WalkIn
  pay: WalkInPay
  reason: string
  now: Date
} & WalkInHow
export type Entered = { id: number; _key: string; orderid: number; amount: number }
export type NotEntered =
  | { wrong: Partial<Record<string, Wrong>>; overrulable: boolean }
  | { refused: 'already_registered'; other: { id: number; name: string } | undefined }
  | { refused: 'price_changed'; from: number; to: number }
  | { refused: 'sold_out' | 'clothes_gone' | 'bus_full' | 'addon_gone' }
/** A checked entry with its sealed values. */
export type ReadyByHand = {
  entry: Entry
  row: ReturnType<typeof sealEntry>
  personal: PersonalAnswer[]
  bought: Bought[]
}

const boughtBy = ({ event, given }: EnteringByHand): Bought[] =>
  addonsOf(event).flatMap(({ id, names, price }) => {
    const n = given.addons[id] ?? 0
    return n > 0 ? [{ id, names, price, n, of: event.id }] : []
  })

type Things = Pick<ReadyByHand['row'], 'clothes' | 'packagebus'>
/**
 * Locks the counters of everything that the entry takes. Returns the reason if a thing is not available. Otherwise
 * returns the first start zone that takes a runner without a known time and has a free place; null if there is no such
 * zone.
 */
export const lockAndCheckThings = async (
  tx: Tx,
  event: EventRow,
  { clothes, packagebus }: Things,
  bought: readonly Bought[],
): Promise<{ zone: string | null } | { refused: 'clothes_gone' | 'bus_full' | 'addon_gone' }> => {
  const zones = zonesFor(formOf(event), event.type, null)
  const names = [...zones, clothes, packagebus, ...bought.map(({ id }) => id)].filter((name) => name !== null)
  if (names.length === 0) return { zone: null }
  const left = leftIn(await lockCounters(tx, event.raceid, [event.id], names), event.id)
  if (clothes !== null && left('clothes', clothes) === 0) return { refused: 'clothes_gone' }
  if (packagebus !== null && left('packagebus', packagebus) === 0) return { refused: 'bus_full' }
  if (bought.some(({ id, n }) => (left('addon', id) ?? n) < n)) return { refused: 'addon_gone' }
  return { zone: zones.find((zone) => left('zone', zone) !== 0) ?? null }
}

/**
 * Finds faults that the check of the single fields does not find: phone numbers that cannot exist, wrong add-ons, and
 * add-ons with a free entry.
 */
const alsoWrong = (entering: EnteringByHand, entry: Entry): Partial<Record<string, Wrong>> | undefined => {
  const { event, given, pay } = entering
  const wrong = unringable(entry) ?? addonsWrong(event, given.addons)
  if (wrong || pay !== 'free') return wrong
  const [free] = boughtBy(entering)
  return free && { [`addons.${free.id}`]: { message: walkinWords.addons_not_free } }
}

/** Checks the entry and seals its values. These steps need no free place. */
export const readyByHand = async (
  { db, seal }: Pick<ChangeWork, 'db' | 'seal'>,
  entering: EnteringByHand,
): Promise<ReadyByHand | Extract<NotEntered, { wrong: unknown }>> => {
  const { race, event, given, whole, overrule, lang, now } = entering
  const form = formOf(event)
  const terms = { form, raceDay: raceDayOf(event, race), versions: versionsOf(race.settings.consents) }
  const checked = checkWalkIn(given, { ...terms, whole, overrule }, now)
  if (!checked.ok) return checked
  const { entry } = checked
  const wrong = alsoWrong(entering, entry)
  if (wrong) return { wrong, overrulable: false }
  if (await isBanned({ db, seal }, { raceid: race.id, raceDay: terms.raceDay, document: entry.document }, now))
    return { wrong: { idnum: { message: banWords.not_admitted } }, overrulable: false }
  await seal.prepare(raceScope(race.id))
  await seal.prepare('accounts')
  const document = documentIndex(seal, race.id, entry.document.identity)
  const texts = await keepConsentTexts(db, race, lang, now)
  const { open, personal } = splitAnswers(seal, race.id, form, entry.answers)
  const row = sealEntry(seal, race.id, { ...entry, answers: open }, document, texts, now)
  return { entry, row, personal, bought: boughtBy(entering) }
}

type Selling = { uid: number; charge: Charge; by: PriceRule | null; zone: string | null }
/** Writes the order and the registration, and counts what they take. The caller has locked the event. */
const writeEntered = async (
  tx: Tx,
  { race, event, lang, now }: EnteringByHand,
  { row, personal, bought }: ReadyByHand,
  { uid, charge, by, zone }: Selling,
) => {
  const subject = `${nameIn(lang, race.name, race.names)} ${nameIn(lang, event.name, event.names)}`
  const order = await openOrder(
    tx,
    race.id,
    {
      room: 'registrations',
      uid,
      ...openingOfCharge(charge),
      subject,
      payEnd: payEndFor(now, race.settings.pay_minutes, null),
    },
    now,
  )
  const written = await insertRegistrations(
    tx,
    race.id,
    [
      {
        ...row,
        uid,
        lang,
        eventid: event.id,
        state: 'normal',
        price: order.amount,
        fee: charge.items[0]!.amount,
        price_by: by && JSON.stringify(reasonOf(by)),
        addons: JSON.stringify(bought),
        place_held: true,
        runnerzone: zone,
        invite: null,
        inviteid: null,
        orderid: order.id,
        pay_at: order.state === 'paid' ? now : null,
      },
    ],
    [],
    now,
  )
  await noteSignedUp(tx, race.id, written, now)
  await insertPersonalAnswers(
    tx,
    race.id,
    personal.map((answer) => ({ ...answer, _key: row._key })),
  )
  await countPlaces(tx, race.id, event.id, 1)
  const counts = stockCounts([{ ...row, eventid: event.id, runnerzone: zone, addons: bought }], 1)
  if (counts.length > 0) await countCounters(tx, race.id, counts)
  return order
}

/** Works out the price of the entry with its add-ons. The caller has locked the event. */
const sellingOf = (
  { race, event, pay, now }: EnteringByHand,
  held: LockedEvent,
  { entry, bought }: ReadyByHand,
): Pick<Selling, 'charge' | 'by'> => {
  const at = { now, zone: race.zone, rank: nextRank(held), age: entry.age, batch: ALONE }
  const priced = priceOf(priceTableOf(held), at)
  const { fee, price, by } = pay === 'free' ? { ...priced, price: 0, by: null } : priced
  return { charge: chargeFor({ fee, price }, { invited: false, by, bought, names: eventNamesOf(event) }), by }
}

/**
 * Enters one person by hand, with a new order, if there is a place. The days and state of the sign-up do not matter.
 * The caller's transaction also takes the money.
 */
export const enterByHand = async (
  tx: Tx,
  { seal }: Pick<ChangeWork, 'seal'>,
  entering: EnteringByHand,
  ready: ReadyByHand,
): Promise<Entered | Extract<NotEntered, { refused: string }>> => {
  const { race, event, given, who, pay, reason, overrule, now } = entering
  const { entry, row, bought } = ready
  const uid = await accountFor(tx, seal, entry.mobile, now)
  const held = await lockEvent(tx, race.id, event.id)
  if (!held || held.taken >= held.places) return { refused: 'sold_out' }
  const { registered, exited } = await findDocuments(tx, race.id, [row.document_ix])
  if (registered.size + exited.size > 0) {
    const other = await findByDocument(tx, race.id, row.document_ix)
    return { refused: 'already_registered', other }
  }
  const things = await lockAndCheckThings(tx, event, row, bought)
  if ('refused' in things) return things
  const { charge, by } = sellingOf(entering, held, ready)
  if (pay !== 'free' && given.amount !== undefined && given.amount !== charge.amount)
    return { refused: 'price_changed', from: given.amount, to: charge.amount }
  const order = await writeEntered(tx, entering, ready, { uid, charge, by, zone: things.zone })
  const { id } = (await findByKey(tx, race.id, row._key))!
  await markByHand(tx, race.id, id)
  const sold = bought.map((one) => `${one.id} × ${one.n}`)
  await logChange(tx, {
    who,
    now,
    raceid: race.id,
    what: 'registration entered',
    target: `registration ${id}`,
    after: {
      pay,
      amount: order.amount,
      ...(sold.length > 0 ? { addons: sold.join(', ') } : {}),
      ...(reason ? { reason } : {}),
      ...(overrule ? { overruled: true } : {}),
    },
  })
  return { id, _key: row._key, orderid: order.id, amount: order.amount }
}

/**
 * Finds the event in which a person with this document is registered. For a person who has left the race for good, the
 * function finds the event that the person left.
 */
export const eventOfDocument = async (
  on: Db | Tx,
  raceid: number,
  row: ReturnType<typeof sealEntry>,
): Promise<number | undefined> => (await findByDocument(on, raceid, row.document_ix))?.eventid

/** Turns a violation of a database constraint into a refusal. Returns undefined for any other error. */
export const refusedByGuard = (error: unknown): 'sold_out' | 'already_registered' | undefined => {
  const constraint = violationOf(error)?.constraint
  if (constraint === 'one_live_registration_per_document') return 'already_registered'
  return constraint === 'places_are_not_oversold' ? 'sold_out' : undefined
}
