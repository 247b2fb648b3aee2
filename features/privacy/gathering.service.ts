import { type RaceClass, raceClasses } from '#contract/personal.ts'
import { type Lang, nameIn } from '#contract/words.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { type HeldSignature, listSignatures } from '#features/checkin/public.store.ts'
import { type FieldName, fields } from '#features/fields/fields.rules.ts'
import { type TypedField, savedFields, typedFields } from '#features/fields/lists.rules.ts'
import { groupWords, labels } from '#features/fields/words.ts'
import { answersRead } from '#features/registrations/answers/answers.service.ts'
import type { OwnFieldKnown } from '#features/forms/service.ts'
import { fieldText } from '#features/people/words.ts'
import type { PersonSaved } from '#features/people/service.ts'
import { readRace } from '#features/races/service.ts'
import type { RegistrationRow } from '#features/registrations/lookup/registration.service.ts'
import { type TextRow, listTexts } from '#features/registrations/erasing.public.store.ts'
import { keepConsentTexts } from '#features/registrations/signup/consents.service.ts'
import { openKept } from '#features/registrations/changes/changes.service.ts'
import { hoursText } from '#contract/written.ts'
import { ownRegistrations, raceGiven } from '#features/registrations/status/ownership.service.ts'
import { consentNames } from '#features/registrations/signup/consents.contract.ts'
import type { GivenConsents } from '#features/registrations/signup/consents.rules.ts'
import { consentsFor } from '#features/registrations/signup/wording.rules.ts'
import { HEALTH_CONSENT, words as checkin } from '#features/checkin/words.ts'
import { listRegistrationResults } from '#features/results/public.store.ts'
import { listOpenings } from '#features/staff/public.store.ts'
import { type Role, roles } from '#contract/rights.ts'
import { fill } from '#contract/words.ts'
import type { Parts } from '#seam/server/handle.ts'
import { momentFrom } from '#contract/days.ts'
import type { HeldConsent } from './contract.ts'
import { daysFor } from './retaining.service.ts'
import { goesAt, erasureGraceDays, isChoice } from './rules.ts'
import { besideWords, effects, healthTitle, openings, someStaff } from './words.ts'

type Working = Pick<Parts, 'db' | 'seal'> & { lang: Lang; now: Date }

const effectOf = (name: string, lang: Lang): string => {
  const own = name === 'health' ? effects.health : isChoice(name) ? effects[name as 'photos'] : effects.carries
  return fill(own[lang], { n: erasureGraceDays })
}

/** Lists the consents of a registration: given, withdrawn, and the choices that the runner has not made. */
export const consentsOf = (
  lang: Lang,
  row: Pick<RegistrationRow, 'consents' | 'erased_at'>,
  texts: readonly TextRow[],
  own: Parameters<typeof consentsFor>[1],
  signature: HeldSignature | undefined,
) => {
  const given = row.consents as GivenConsents
  const today = new Map(consentsFor(lang, own).map((consent) => [consent.name, consent]))
  const listed = consentNames.flatMap((name) => {
    const one = given[name]
    const now = today.get(name)
    if (!one && !(isChoice(name) && now && row.erased_at === null)) return []
    const agreed = texts.find(({ hash }) => hash === one?.hash)
    return [
      {
        name,
        title: (one?.version === now?.version ? now?.title : undefined) ?? agreed?.title ?? now?.title ?? name,
        version: one?.version ?? now!.version,
        body: agreed?.body ?? (one ? null : now!.body),
        hash: one?.hash ?? null,
        at: momentFrom(one?.at),
        withdrawn_at: momentFrom(one?.withdrawn_at),
        choice: isChoice(name),
        effect: effectOf(name, lang),
      },
    ]
  })
  const health =
    signature && signature.consent !== ''
      ? [
          {
            name: 'health',
            title: healthTitle[lang],
            version: signature.consent,
            body: signature.consent === HEALTH_CONSENT ? checkin.health_consent[lang] : null,
            hash: null,
            at: signature.at,
            withdrawn_at: null,
            choice: true,
            effect: effectOf('health', lang),
          },
        ]
      : []
  return [...listed, ...health] satisfies (Omit<HeldConsent, 'at' | 'withdrawn_at'> & {
    at: Date | null
    withdrawn_at: Date | null
  })[]
}

/** Tells whether any data of a class is left. An erased column is null, or empty if it must have a value. */
const isHeld = (row: RegistrationRow, of: RaceClass): boolean =>
  Object.values(row.sealed_answers ?? {}).some((answer) => answer.class === of) ||
  (Object.keys(fields) as FieldName[]).some((name) => {
    const kept = row[name]
    return (
      fields[name].retention === of && kept !== null && kept !== '' && !(Buffer.isBuffer(kept) && kept.length === 0)
    )
  })

/** Returns the targets in the log that concern a registration: the registration, and the account with its proofs. */
const targetsOf = ({ id, uid }: Pick<RegistrationRow, 'id' | 'uid'>): string[] => [
  `registration ${id}`,
  `account ${uid}`,
]

/** Loads the facts that `heldOf` needs for an account's registrations in one race, and prepares the race's key. */
const knownOf = async ({ db, seal }: Working, raceid: number, own: readonly RegistrationRow[]) => {
  await seal.prepare(raceScope(raceid))
  const ids = own.map(({ id }) => id)
  const hashes = own.flatMap(({ consents }) =>
    Object.values(consents as GivenConsents).flatMap((one) => one?.hash ?? []),
  )
  const [days, opened, signatures, results, texts] = await Promise.all([
    daysFor(db, raceid),
    listOpenings(db, raceid, own.flatMap(targetsOf), Object.keys(openings)),
    listSignatures(db, raceid, ids),
    listRegistrationResults(db, raceid, ids),
    listTexts(db, raceid, hashes),
  ])
  return { days, opened, signatures, results, texts }
}

const heldOf = (
  lang: Lang,
  race: NonNullable<Awaited<ReturnType<typeof raceGiven>>>,
  row: RegistrationRow,
  { days, opened, signatures, results, texts }: Awaited<ReturnType<typeof knownOf>>,
) => {
  const signed = signatures.filter(({ registrationid }) => registrationid === row.id)
  const openingsOf = opened.filter(({ target }) => targetsOf(row).includes(target))
  const health = signed.find(({ kind }) => kind === 'health')
  return {
    _key: row._key,
    raceid: row.raceid,
    race: nameIn(lang, race.name, race.names),
    event: nameIn(lang, row.e_name, row.e_names),
    name: row.name,
    created_at: row.created_at,
    time: race.time,
    zone: race.zone,
    hide_name: row.hide_name,
    hide_age: row.hide_age,
    no_follow: row.no_follow,
    erased_at: row.erased_at,
    result: results.some(({ registrationid }) => registrationid === row.id),
    classes: raceClasses.map((of) => ({
      class: of,
      held: isHeld(row, of) || (of === 'health' && signed.length > 0),
      until: goesAt(race.time, days[of]),
    })),
    opened: openingsOf.map((one) => ({
      at: one.at,
      what: openings[one.what as keyof typeof openings][lang],
      roles: one.roles.length === 0 ? [someStaff[lang]] : one.roles.map((role) => roles[role as Role].label[lang]),
    })),
    consents: consentsOf(lang, row, texts, race.settings.consents, health),
  }
}

/**
 * Returns registrations of one account with their kept data as their holder sees them, in the given order. It leaves
 * out the registrations of a removed race.
 */
export const heldRegistrations = async (working: Working, rows: readonly RegistrationRow[]) => {
  const found = new Map<string, ReturnType<typeof heldOf>>()
  for (const [raceid, own] of Map.groupBy(rows, (row) => row.raceid)) {
    const race = await raceGiven(working.db, raceid, working.now)
    if (!race) continue
    const known = await knownOf(working, raceid, own)
    for (const row of own) found.set(row._key, heldOf(working.lang, race, row, known))
  }
  return rows.flatMap(({ _key }) => found.get(_key) ?? [])
}

export type GatheredValue = { class: string; label: string; value: string }
const valueFor = (lang: Lang, name: FieldName, value: string | null): GatheredValue[] =>
  value ? [{ class: groupWords[fields[name].group][lang], label: labels[name][lang], value }] : []
const sayText = (lang: Lang, name: TypedField, text: string | null): string | null =>
  text ? fieldText(name, text)[lang] : null

/** Returns a saved person's values, unmasked. */
export const valuesOfPerson = (lang: Lang, person: PersonSaved): GatheredValue[] =>
  savedFields.flatMap((name) => valueFor(lang, name, sayText(lang, name, person[name])))

/** Returns a person's own values, unmasked, field by field. The caller has prepared the race's key. */
export const personalValuesOf = (
  { seal, lang }: Pick<Working, 'seal' | 'lang'>,
  row: RegistrationRow,
  signatures: readonly HeldSignature[],
  own: ReadonlyMap<string, OwnFieldKnown>,
): GatheredValue[] => {
  const kept = openKept(seal, row)
  const { answers, qualifying, guardian } = kept
  const apart: Record<Exclude<FieldName, TypedField | 'answers'>, string | null> = {
    qualifying: qualifying && `${qualifying.race} ${qualifying.day} ${hoursText(qualifying.seconds)}`,
    guardian: guardian && `${guardian.name} ${guardian.mobile}`,
  }
  const declared = signatures.flatMap((signature) => {
    const { answers, notes } = JSON.parse(
      seal.open(raceScope(row.raceid), 'declaration answers', signature.answers),
    ) as { answers: Record<string, string>; notes: Record<string, string> }
    return Object.entries(answers).map(
      ([name, answer]) => `${name}: ${answer}${notes[name] ? ` (${notes[name]})` : ''}`,
    )
  })
  return [
    ...typedFields.flatMap((name) => valueFor(lang, name, sayText(lang, name, kept[name]))),
    ...answersRead(own, answers, lang).map(({ label, answer }) => ({
      class: groupWords.questions[lang],
      label,
      value: answer,
    })),
    ...(Object.keys(apart) as (keyof typeof apart)[]).flatMap((name) => valueFor(lang, name, apart[name])),
    ...(declared.length > 0
      ? [{ class: groupWords.health[lang], label: besideWords.health[lang], value: declared.join('; ') }]
      : []),
  ]
}

/**
 * Finds the consent that the race asks for today under this name, with the hash of its wording. The server keeps the
 * wording as a proof. Returns undefined if the race does not ask for such a consent.
 */
export const todaysConsent = async (
  { db, lang, now }: Pick<Working, 'db' | 'lang' | 'now'>,
  raceid: number,
  name: string,
) => {
  const race = (await raceGiven(db, raceid, now))!
  const consent = consentsFor(lang, race.settings.consents).find((one) => one.name === name)
  const hashes = await keepConsentTexts(db, race, lang, now)
  return consent && { ...consent, hash: hashes[consent.name]! }
}
export const registrationsFor = async (
  { db, seal, now }: Omit<Working, 'lang'>,
  uid: number,
  page: { before?: { at: Date; id: number } | undefined; limit: number },
) => ownRegistrations(db, seal, uid, page, now)
export const raceIsOver = async ({ db, now }: Pick<Working, 'db' | 'now'>, raceid: number): Promise<boolean> =>
  ((await readRace(db, raceid, now))?.time ?? now) <= now
