import type { Lang, Text } from '#contract/words.ts'
import { nameIn } from '#contract/words.ts'
import { byTurns } from '#db/batch.ts'
import type { Db } from '#db/db.ts'
import { type Seal, raceScope } from '#db/seal.ts'
import { type EventRow, readEvent } from '#features/events/actions.ts'
import type { EventForm } from '#features/events/contract.ts'
import { formOf, raceDayOf, signupPhaseOf } from '#features/events/rules.ts'
import { isRingable, keepPerson, openPerson } from '#features/people/actions.ts'
import { words as people } from '#features/people/words.ts'
import { type SavedAnswer, enterBatch } from './batch.ts'
import type { SignupInput } from './contract.ts'
import type { RaceGiven } from './present.ts'
import { documentIndex, sealEntry } from './sealing.ts'
import { type Wrong, checkSignup, versionsOf } from './signup.rules.ts'
import { findKeptAnswers } from './entering.ts'

export type SignupRefusal = 'event_not_found' | 'signup_soon' | 'signup_over' | 'sold_out' | 'already_registered' | 'event_changed' | 'person_not_found'
export type SignedUp = { saved: SavedAnswer } | { refused: SignupRefusal } | { wrong: Partial<Record<string, Wrong>> }
/** `once`: the key under which a repeated call finds its first answer (server/once.ts). */
export type SignupAsked = { input: SignupInput; race: RaceGiven; uid: number; once?: Buffer | undefined; lang: Lang }

/** Checking and sealing forty takes some ten milliseconds: as long as the batch under way may wait for its next statement. */
const myTurn = byTurns(40)

/** What is worked out once per row of an event, which a hot event's every sign-up shares. */
const terms = new WeakMap<EventRow, { form: EventForm; raceDay: string; subject: Partial<Record<Lang, string>> }>()
const termsOf = (event: EventRow, race: RaceGiven) => {
  let known = terms.get(event)
  if (!known) terms.set(event, (known = { form: formOf(event), raceDay: raceDayOf(event, race), subject: {} }))
  return known
}

const either = (given: string | undefined, kept: string | null): string | undefined => (given?.trim() ? given : (kept ?? undefined))

/** The saved person whom the call names stands in for whatever it does not send. */
const withPerson = async (db: Db, seal: Seal, uid: number, input: SignupInput): Promise<SignupInput | undefined> => {
  if (!input.person) return input
  const saved = await openPerson(db, seal, uid, input.person)
  if (!saved) return undefined
  const fields = ['name', 'birth', 'mobile', 'enname', 'email', 'emername', 'emertel', 'emerrelationship', 'province', 'city', 'area', 'address'] as const
  const own = input.idnum?.trim() ? {} : { idtype: saved.idtype, idnum: saved.idnum, country: saved.country }
  return { ...input, ...Object.fromEntries(fields.map((field) => [field, either(input[field], saved[field])])), gender: input.gender ?? saved.gender, ...own }
}

const unringable = (entry: { mobile: string; emertel: string | null; guardian: { mobile: string } | null }): Partial<Record<string, Wrong>> | undefined => {
  const wrong = Object.entries({ mobile: entry.mobile, emertel: entry.emertel, guardian_mobile: entry.guardian?.mobile }).filter(([, number]) => number && !isRingable(number))
  return wrong.length > 0 ? Object.fromEntries(wrong.map(([field]) => [field, { says: people.mobile_wrong as Text }])) : undefined
}

/**
 * Signs one person up: checks everything that needs no place, seals, and waits in the event's batch. The checks lean on the event as it
 * was up to a second ago; where the batch finds it changed, they are made anew against the event as it is.
 */
export const signUp = async ({ db, seal }: { db: Db; seal: Seal }, asked: SignupAsked, now: Date): Promise<SignedUp> => {
  const outcome = await tryToSignUp({ db, seal }, asked, now)
  if ('saved' in outcome || !asked.once) return outcome
  // A repeated call gets its first answer, whatever has become of the event since.
  const kept = (await findKeptAnswers(db, [asked.once])).get(asked.once.toString('hex'))
  return kept ? { saved: kept as SavedAnswer } : outcome
}

const tryToSignUp = async ({ db, seal }: { db: Db; seal: Seal }, { input: sent, race, uid, once, lang }: SignupAsked, now: Date): Promise<SignedUp> => {
  const input = await withPerson(db, seal, uid, sent)
  if (!input) return { refused: 'person_not_found' }
  await myTurn()
  const versions = versionsOf(race.settings.consents)
  let kept = false
  for (const fresh of [false, true]) {
    let event = await readEvent(db, race.id, input.eventid, now, fresh)
    if (!event) return { refused: 'event_not_found' }
    if (!fresh && signupPhaseOf(event, now) !== 'open') event = (await readEvent(db, race.id, input.eventid, now, true)) ?? event
    const phase = signupPhaseOf(event, now)
    if (phase !== 'open') return { refused: phase === 'full' ? 'sold_out' : phase === 'soon' ? 'signup_soon' : 'signup_over' }

    const { form, raceDay, subject } = termsOf(event, race)
    const checked = checkSignup(input, { form, raceDay, versions }, now)
    if (!checked.ok) return { wrong: checked.wrong }
    const { entry } = checked
    const wrong = unringable(entry)
    if (wrong) return { wrong }

    await seal.prepare(raceScope(race.id))
    if (input.keep && !kept) await keepPerson(db, seal, uid, entry, now)
    kept = true
    const document = documentIndex(seal, race.id, entry.document.identity)
    const outcome = await enterBatch(db, {
      raceid: race.id,
      eventid: event.id,
      version: event.updated_at.getTime(),
      uid,
      once,
      document,
      payMinutes: event.pay_minutes ?? race.settings.pay_minutes,
      subject: (subject[lang] ??= `${nameIn(lang, race.name, race.names)} ${nameIn(lang, event.name, event.names)}`),
      row: sealEntry(seal, race.id, entry, document, now),
      now,
    })
    if ('failed' in outcome) throw outcome.failed
    if ('saved' in outcome || outcome.refused !== 'event_changed') return outcome
  }
  return { refused: 'event_changed' }
}
