import type { Lang, Text } from '#contract/words.ts'
import { nameIn } from '#contract/words.ts'
import { byTurns } from '#db/sharing/batch.ts'
import type { OnceKey } from '#db/sharing/onceAnswers.ts'
import type { Db } from '#db/db.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import { isBanned } from '#features/bans/service.ts'
import { words as banWords } from '#features/bans/words.ts'
import { type EventRow, readEvent } from '#features/events/service.ts'
import type { SignupPhase } from '#features/events/contract.ts'
import type { EventForm } from '#features/events/form.contract.ts'
import { addonsOf } from '#features/events/prices.rules.ts'
import { formOf, raceDayOf, signupPhaseOf } from '#features/events/rules.ts'
import { ownsFile } from '#features/files/service.ts'
import { fieldsWith } from '#features/fields/fields.rules.ts'
import { phoneFields } from '#features/fields/lists.rules.ts'
import { isRingable, keepPerson, openPerson } from '#features/people/service.ts'
import { words as people } from '#features/people/words.ts'
import { type NotIn, enterBatch } from './batch/batch.service.ts'
import type { SavedAnswer } from './batch/accepted.service.ts'
import type { WaitingSignup } from './batch/decision.service.ts'
import { keepConsentTexts } from './consents.service.ts'
import { splitAnswers, strangeFiles } from '../answers/answers.service.ts'
import type { SignupGoodsGiven } from './beside.contract.ts'
import type { SignupInput } from './signup.contract.ts'
import { nameFault } from '#features/realnames/service.ts'
import type { Integrations } from '#integrations/integrations.ts'
import { keptAnswer } from '#seam/server/once.ts'
import { mayAskOfNumber } from '../lookup/numberBound.service.ts'
import type { RaceGiven } from '../status/present.service.ts'
import type { WhyNotIn } from '../inventory/places.rules.ts'
import { eventNamesOf } from '../payment/pricing.rules.ts'
import { zonesFor } from './qualifying.rules.ts'
import { addonWords } from './prices.words.ts'
import { documentIndex, sealEntry } from './sealing.service.ts'
import { type Entry, type Wrong, checkSignup } from './signup.rules.ts'
import { versionsOf } from './wording.rules.ts'
import { words } from './signup.words.ts'

type WhyNotOpen = 'event_not_found' | 'signup_soon' | 'signup_over' | 'sold_out'
/**
 * The reasons for which a sign-up is refused. `too_often`: on this day the account has asked about too many numbers
 * that differ from the present number only in their last four characters.
 */
export type SignupRefusal = WhyNotOpen | WhyNotIn | 'person_not_found' | 'too_often'
export type SignedUp =
  | { saved: SavedAnswer }
  | { refused: SignupRefusal; from?: NotIn['from']; to?: NotIn['to'] }
  | { wrong: Partial<Record<string, Wrong>> }
/** A request to sign up. `once` is the key under which a repeated call finds its first answer (seam/server/once.ts). */
export type SignupRequest = {
  input: SignupInput
  race: RaceGiven
  uid: number
  once?: OnceKey | undefined
  lang: Lang
  goods?: SignupGoodsGiven | undefined
}
/** The tools of a sign-up. Without `integrations` no service compares names. */
export type Sealing = { db: Db; seal: Seal; integrations?: Pick<Integrations, 'realNames'> | undefined }

/**
 * Lets the server check and seal forty sign-ups before other work gets a turn. Forty sign-ups take about ten
 * milliseconds. A transaction of sign-ups may have to wait that long for its next statement.
 */
const myTurn = byTurns(40)

/** Facts that the server computes once for each version of an event. All sign-ups of a popular event share them. */
type Terms = {
  form: EventForm
  raceDay: string
  subject: Partial<Record<Lang, string>>
  names: Record<string, string>
}
const terms = new WeakMap<EventRow, Terms>()
const termsOf = (event: EventRow, race: RaceGiven) => {
  let known = terms.get(event)
  if (!known)
    terms.set(
      event,
      (known = { form: formOf(event), raceDay: raceDayOf(event, race), subject: {}, names: eventNamesOf(event) }),
    )
  return known
}

const either = (given: string | undefined, kept: string | null): string | undefined =>
  given?.trim() ? given : (kept ?? undefined)

const filledIn = fieldsWith({ saved: true })
/**
 * Fills missing values from the saved person that the call names. Returns undefined if the account has no such person.
 */
export const withPerson = async (
  db: Db,
  seal: Seal,
  uid: number,
  input: SignupInput,
): Promise<SignupInput | undefined> => {
  if (!input.person) return input
  const saved = await openPerson(db, seal, uid, input.person)
  if (!saved) return undefined
  const own = input.idnum?.trim() ? {} : { idtype: saved.idtype, idnum: saved.idnum, country: saved.country }
  return {
    ...input,
    ...Object.fromEntries(filledIn.map((field) => [field, either(input[field], saved[field])])),
    ...own,
  }
}

/**
 * Finds phone numbers that no telephone company can have given out. Returns the faults by field; undefined without a
 * fault.
 */
export const unringable = (entry: Entry): Partial<Record<string, Wrong>> | undefined => {
  const wrong = Object.entries({
    ...Object.fromEntries(phoneFields.map((field) => [field, entry[field]])),
    guardian_mobile: entry.guardian?.mobile,
  }).filter(([, number]) => number && !isRingable(number))
  return wrong.length > 0
    ? Object.fromEntries(wrong.map(([field]) => [field, { message: people.mobile_wrong as Text }]))
    : undefined
}

/** Finds a chosen add-on that the event does not sell, or of which the person chose more pieces than allowed. */
export const addonsWrong = (
  event: EventRow,
  chosen: SignupInput['addons'],
): Partial<Record<string, Wrong>> | undefined => {
  const sold = new Map(addonsOf(event).map((addon) => [addon.id, addon]))
  for (const [id, n] of Object.entries(chosen)) {
    const addon = sold.get(id)
    if (n > 0 && !addon) return { [`addons.${id}`]: { message: addonWords.addon_unknown } }
    if (addon && n > addon.per_person)
      return { [`addons.${id}`]: { message: addonWords.addon_most, values: { n: addon.per_person } } }
  }
  return undefined
}

const enters = (phase: SignupPhase): boolean => phase === 'open' || phase === 'wait'
/**
 * Finds an event that is open for sign-up at this moment, or the reason why the event is not open. The facts about the
 * event come from a cache and may be a second old, unless `fresh` is set.
 */
export const openEventOf = async (
  db: Db,
  raceid: number,
  eventid: number,
  now: Date,
  fresh: boolean,
): Promise<{ event: EventRow } | { refused: WhyNotOpen }> => {
  let event = await readEvent(db, raceid, eventid, now, fresh)
  if (!event) return { refused: 'event_not_found' }
  if (!fresh && !enters(signupPhaseOf(event, now))) event = (await readEvent(db, raceid, eventid, now, true)) ?? event
  const phase = signupPhaseOf(event, now)
  if (enters(phase)) return { event }
  return { refused: phase === 'full' ? 'sold_out' : phase === 'soon' ? 'signup_soon' : 'signup_over' }
}

/**
 * Checks everything that does not depend on a free place, and seals the values. `input` already includes the values of
 * its saved person.
 */
export const readyToEnter = async (
  { db, seal }: Sealing,
  { input, race, uid, once, lang, goods }: SignupRequest,
  event: EventRow,
  now: Date,
): Promise<{ waiting: WaitingSignup; entry: Entry } | { wrong: Partial<Record<string, Wrong>> }> => {
  const { form, raceDay, subject, names } = termsOf(event, race)
  const checked = checkSignup(input, { form, raceDay, versions: versionsOf(race.settings.consents) }, now)
  if (!checked.ok) return { wrong: checked.wrong }
  const { entry } = checked
  const wrong = unringable(entry)
  if (wrong) return { wrong }
  const { qualifying } = entry
  if (qualifying?.proof && !(await ownsFile(db, race.id, qualifying.proof, uid)))
    return { wrong: { 'qualifying.proof': { message: words.qualifying_proof } } }
  const strange = await strangeFiles(db, race.id, uid, form, entry.answers)
  if (strange) return { wrong: strange }

  await seal.prepare(raceScope(race.id))
  const document = documentIndex(seal, race.id, entry.document.identity)
  // A caller who has asked about too many numbers gets the refusal for too many numbers. So nobody can learn about
  // other people from the sentence about a ban.
  const banned = await isBanned({ db, seal }, { raceid: race.id, raceDay, document: entry.document }, now)
  if (banned && (await mayAskOfNumber({ db, seal }, uid, entry.document.lookup, now)))
    return { wrong: { idnum: { message: banWords.not_admitted } } }
  const wrongAddons = addonsWrong(event, input.addons)
  if (wrongAddons) return { wrong: wrongAddons }
  const texts = await keepConsentTexts(db, race, lang, now)
  const answers = splitAnswers(seal, race.id, form, entry.answers)
  const waiting: WaitingSignup = {
    raceid: race.id,
    eventid: event.id,
    version: event.updated_at.getTime(),
    uid,
    lang,
    once,
    document,
    payMinutes: event.pay_minutes ?? race.settings.pay_minutes,
    unpaidMost: race.settings.unpaid_most,
    subject: (subject[lang] ??= `${nameIn(lang, race.name, race.names)} ${nameIn(lang, event.name, event.names)}`),
    zones: zonesFor(form, event.type, qualifying?.seconds ?? null),
    zone: race.zone,
    addons: Object.fromEntries(Object.entries(input.addons).filter(([, n]) => n > 0)),
    seen: input.amount,
    eventNames: names,
    invite: entry.invite,
    qualified: form.qualifying?.direct === true && qualifying?.meets === true,
    row: sealEntry(seal, race.id, { ...entry, answers: answers.open }, document, texts, now),
    personal: answers.personal,
    goods,
    now,
  }
  return { waiting, entry }
}

/**
 * Finds the fault of a name that the service for real names does not confirm. The function asks the service at most
 * once.
 */
export const nameWrong = (
  parts: Sealing,
  uid: number,
  { waiting, entry }: { waiting: WaitingSignup; entry: Entry },
  now: Date,
): Promise<Wrong | undefined> =>
  nameFault(
    parts,
    { raceid: waiting.raceid, uid, name: entry.name, document: entry.document, document_ix: waiting.document },
    now,
  )

/**
 * Signs up one person. The checks use facts about the event that may be a second old. Then the sign-up waits for the
 * transaction that writes the event's waiting sign-ups together. If this transaction finds that the event has changed,
 * the checks run again with the present event.
 */
export const signUp = async (parts: Sealing, request: SignupRequest, now: Date): Promise<SignedUp> => {
  const outcome = await tryToSignUp(parts, request, now)
  if ('saved' in outcome) return outcome
  const kept = await keptAnswer<SavedAnswer>(parts.db, request.once)
  return kept ? { saved: kept } : outcome
}

const tryToSignUp = async (parts: Sealing, request: SignupRequest, now: Date): Promise<SignedUp> => {
  const { db, seal } = parts
  const { race, uid } = request
  const input = await withPerson(db, seal, uid, request.input)
  if (!input) return { refused: 'person_not_found' }
  await myTurn()
  let kept = false
  for (const fresh of [false, true]) {
    const open = await openEventOf(db, race.id, input.eventid, now, fresh)
    if ('refused' in open) return open
    const ready = await readyToEnter(parts, { ...request, input }, open.event, now)
    if ('wrong' in ready) return ready
    if (!(await mayAskOfNumber(parts, uid, ready.entry.document.lookup, now))) return { refused: 'too_often' }
    const name = await nameWrong(parts, uid, ready, now)
    if (name) return { wrong: { name } }
    if (input.keep && !kept) await keepPerson(db, seal, uid, ready.entry, now)
    kept = true
    const outcome = await enterBatch(db, ready.waiting)
    if ('failed' in outcome) throw outcome.failed
    if ('saved' in outcome || outcome.refused !== 'event_changed') return outcome
  }
  return { refused: 'event_changed' }
}
