import type { Lang } from '#contract/words.ts'
import { nameIn } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { violationOf } from '#db/violation.ts'
import { accountFor } from '#features/accounts/service.ts'
import { type EventRow, countCounters, countPlaces, lockCounters, lockEvent } from '#features/events/service.ts'
import { formOf, leftIn, raceDayOf } from '#features/events/rules.ts'
import { openOrder } from '#features/orders/service.ts'
import { payEndFor } from '#features/orders/rules.ts'
import type { DeskWay } from '#features/payments/rules.ts'
import { isRingable } from '#features/people/service.ts'
import { words as people } from '#features/people/words.ts'
import { logChange } from '#features/staff/service.ts'
import type { Who } from '#seam/server/handle.ts'
import type { ChangeWork } from '../changes/changes.service.ts'
import { countsFor } from '../inventory/inventory.service.ts'
import { type EntryPrice, ALONE, nextRank, priceOf, reasonOf, tableOf } from '#features/events/prices.rules.ts'
import type { PriceRule } from '#features/events/prices.contract.ts'
import { chargeFor, eventNames, openingOf } from '../payment/pricing.rules.ts'
import { keepConsentTexts } from '../signup/consents.service.ts'
import { findDocuments, insertRegistrations } from '../signup/insertRegistrations.store.ts'
import { zonesFor } from '../signup/qualifying.rules.ts'
import { documentIndex, sealEntry } from '../signup/sealing.service.ts'
import type { Entry, Wrong } from '../signup/signup.rules.ts'
import { versionsOf } from '../signup/wording.rules.ts'
import type { RaceGiven } from '../status/present.service.ts'
import { findByDocument, findByKey } from '../store.ts'
import { type WalkIn, checkWalkIn } from './walkin.rules.ts'

/**
 * The way to pay: at the desk by one of its ways. `free`: nothing, for a reason. `link`: the runner pays online within the hour.
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
  overrule: boolean
  now: Date
}
export type Entered = { id: number; _key: string; orderid: number; amount: number }
export type NotEntered =
  | { wrong: Partial<Record<string, Wrong>>; overrulable: boolean }
  | { refused: 'sold_out' | 'already_registered'; other?: { id: number; name: string } | undefined }

/** Finds the first zone with room that takes a runner without a known time. */
const zoneIn = async (tx: Tx, event: EventRow): Promise<string | null> => {
  const zones = zonesFor(formOf(event), event.type, null)
  if (zones.length === 0) return null
  const left = leftIn(await lockCounters(tx, event.raceid, [event.id], zones), event.id)
  return zones.find((zone) => left('zone', zone) !== 0) ?? null
}

/** Checks the entry and seals its values. This part needs no place. */
export const readyByHand = async (
  { db, seal }: Pick<ChangeWork, 'db' | 'seal'>,
  { race, event, given, overrule, lang, now }: EnteringByHand,
): Promise<{ entry: Entry; row: ReturnType<typeof sealEntry> } | Extract<NotEntered, { wrong: unknown }>> => {
  const terms = { form: formOf(event), raceDay: raceDayOf(event, race), versions: versionsOf(race.settings.consents) }
  const checked = checkWalkIn(given, { ...terms, overrule }, now)
  if (!checked.ok) return checked
  const { entry } = checked
  if (!isRingable(entry.mobile)) return { wrong: { mobile: { message: people.mobile_wrong } }, overrulable: false }
  await seal.prepare(raceScope(race.id))
  await seal.prepare('accounts')
  const document = documentIndex(seal, race.id, entry.document.identity)
  const texts = await keepConsentTexts(db, race, lang, now)
  return { entry, row: sealEntry(seal, race.id, entry, document, texts, now) }
}

/** Writes the order and the registration, and counts what they take. The caller has locked the event. */
const writeEntered = async (
  tx: Tx,
  { race, event, lang, pay, now }: EnteringByHand,
  { uid, priced, row }: { uid: number; priced: EntryPrice<PriceRule>; row: ReturnType<typeof sealEntry> },
) => {
  const zone = await zoneIn(tx, event)
  const { fee, price, by } = pay === 'free' ? { ...priced, price: 0, by: null } : priced
  const charge = chargeFor({ fee, price }, { invited: false, by, bought: [], names: eventNames(event) })
  const subject = `${nameIn(lang, race.name, race.names)} ${nameIn(lang, event.name, event.names)}`
  const order = await openOrder(
    tx,
    race.id,
    {
      room: 'registrations',
      uid,
      ...openingOf(charge),
      subject,
      payEnd: payEndFor(now, race.settings.pay_minutes, null),
    },
    now,
  )
  await insertRegistrations(
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
        fee,
        price_by: by && JSON.stringify(reasonOf(by)),
        addons: '[]',
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
  await countPlaces(tx, race.id, event.id, 1)
  const counts = countsFor([{ eventid: event.id, clothes: null, packagebus: null, runnerzone: zone, addons: [] }], 1)
  if (counts.length > 0) await countCounters(tx, race.id, counts)
  return order
}

/**
 * Enters one person by hand, if there is a place, with an order of its own. The days and state of the sign-up do not
 * matter. The caller's transaction also takes the money.
 */
export const enterByHand = async (
  tx: Tx,
  { seal }: Pick<ChangeWork, 'seal'>,
  entering: EnteringByHand,
  { entry, row }: { entry: Entry; row: ReturnType<typeof sealEntry> },
): Promise<Entered | Extract<NotEntered, { refused: string }>> => {
  const { race, event, who, pay, reason, overrule, now } = entering
  const uid = await accountFor(tx, seal, entry.mobile, now)
  const held = await lockEvent(tx, race.id, event.id)
  if (!held || held.taken >= held.places) return { refused: 'sold_out' }
  const { registered, exited } = await findDocuments(tx, race.id, [row.document_ix])
  if (registered.size + exited.size > 0) {
    const other = await findByDocument(tx, race.id, row.document_ix)
    return { refused: 'already_registered', other }
  }
  const priced = priceOf(tableOf(held), {
    now,
    zone: race.zone,
    rank: nextRank(held),
    age: entry.age,
    batch: ALONE,
  })
  const order = await writeEntered(tx, entering, { uid, priced, row })
  const { id } = (await findByKey(tx, race.id, row._key))!
  await logChange(tx, {
    who,
    now,
    raceid: race.id,
    what: 'registration entered',
    target: `registration ${id}`,
    after: { pay, amount: order.amount, ...(reason ? { reason } : {}), ...(overrule ? { overruled: true } : {}) },
  })
  return { id, _key: row._key, orderid: order.id, amount: order.amount }
}

/** Finds the event in which a person with the same document is registered, or which that person has left for good. */
export const eventOfDocument = async (
  on: Db | Tx,
  raceid: number,
  row: ReturnType<typeof sealEntry>,
): Promise<number | undefined> => (await findByDocument(on, raceid, row.document_ix))?.eventid

/** Turns a violation of a database constraint into a refusal. */
export const refusedByGuard = (error: unknown): 'sold_out' | 'already_registered' | undefined => {
  const constraint = violationOf(error)?.constraint
  if (constraint === 'one_live_registration_per_document') return 'already_registered'
  return constraint === 'places_are_not_oversold' ? 'sold_out' : undefined
}
