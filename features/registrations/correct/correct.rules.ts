import { wrong as wrongWords } from '#contract/wrong.ts'
import type { EventForm } from '#features/events/form.contract.ts'
import { type FieldName, fieldsWith } from '#features/fields/fields.rules.ts'
import {
  type AskableField,
  type OptionalField,
  type TypedField,
  optionalFields,
  typedFields,
} from '#features/fields/lists.rules.ts'
import { normalIdnum, normalName } from '#features/people/rules.ts'
import {
  type OpenRegistration,
  answersAfter,
  builtInAfter,
  versionsAgreed,
  KEPT_CONSENT,
} from '../changes/changes.rules.ts'
import { normalOf } from '../signup/kinds.rules.ts'
import { meetsStandard } from '../signup/qualifying.rules.ts'
import { type Entry, type Wrong, checkSignup } from '../signup/signup.rules.ts'
import { words } from '../signup/signup.words.ts'
import { correctWords } from './correct.words.ts'

/** All personal fields of a registration except the earlier run, because only the runner can prove that run. */
export const correctable = [...typedFields, 'answers', 'guardian'] as const satisfies readonly FieldName[]
export type Correctable = (typeof correctable)[number]
/** The fields of an identity. The runner gets a message when they change. */
export const identityFields = fieldsWith({ asked: 'always', editable: false })
export const isIdentity = (field: FieldName): boolean => identityFields.some((one) => one === field)

/** The corrected fields. A field that is missing here keeps its value. An empty text removes an optional value. */
export type CorrectedFields = Partial<Record<TypedField, string | undefined>> & {
  answers?: Readonly<Record<string, string>> | undefined
  guardian_name?: string | undefined
  guardian_mobile?: string | undefined
  guardian_relationship?: string | undefined
}
export type CheckedCorrection =
  | { ok: true; entry: Entry; touched: Correctable[]; overruled: boolean }
  | { ok: false; wrong: Partial<Record<string, Wrong>>; overrulable: boolean }

const isOptional = (field: TypedField): field is OptionalField => optionalFields.some((one) => one === field)
const normalFor = (field: TypedField, given: string): string => {
  if (field === 'idnum') return normalIdnum(given)
  if (field === 'name') return normalName(given)
  if (field === 'country') return given.trim().toUpperCase()
  return field === 'mobile' || isOptional(field) ? normalOf(field, given) : given.trim()
}

const guardianSent = (given: CorrectedFields): boolean =>
  [given.guardian_name, given.guardian_mobile, given.guardian_relationship].some((text) => text !== undefined)
const sameGuardian = (given: CorrectedFields, kept: OpenRegistration): boolean =>
  (given.guardian_name ?? kept.guardian?.name ?? '') === (kept.guardian?.name ?? '') &&
  (given.guardian_mobile ?? kept.guardian?.mobile ?? '') === (kept.guardian?.mobile ?? '') &&
  (given.guardian_relationship ?? kept.guardian?.relationship ?? '') === (kept.guardian?.relationship ?? '')

const touchedBy = (given: CorrectedFields, kept: OpenRegistration): Correctable[] => [
  ...typedFields.filter((field) => {
    const sent = given[field]
    return sent !== undefined && normalFor(field, sent) !== (kept[field] ?? '')
  }),
  ...(Object.entries(given.answers ?? {}).some(([name, answer]) => answer.trim() !== (kept.answers[name] ?? ''))
    ? (['answers'] as const)
    : []),
  ...(guardianSent(given) && !sameGuardian(given, kept) ? (['guardian'] as const) : []),
]

/**
 * Returns the form of an event for a correction. A value that was valid stays valid, even if the event has since begun
 * to ask for more.
 */
const formFor = (
  whole: EventForm,
  kept: OpenRegistration,
  touched: readonly Correctable[],
  { given, overrule, hidden }: { given: CorrectedFields; overrule: boolean; hidden: ReadonlySet<string> },
): EventForm => {
  const isTouched = (field: AskableField) =>
    touched.includes(field) || (field === 'area' && (touched.includes('province') || touched.includes('city')))
  const askOf = (field: AskableField) => (hidden.has(field) ? 'optional' : (whole.ask[field] ?? 'optional'))
  const { qualifying: _run, min_age, max_age, ...rest } = whole
  const aged = touched.some(isIdentity) && !overrule
  const ask = Object.fromEntries(
    fieldsWith({ asked: 'form' })
      .filter(isTouched)
      .map((field) => [field, askOf(field)]),
  ) as EventForm['ask']
  // The mobile and the emergency contact's number must differ after the change, even if only one of them changes.
  if (touched.includes('mobile') && kept.emertel) ask.emertel ??= 'optional'
  return {
    ...rest,
    ask,
    when: {},
    ...(aged && min_age !== undefined ? { min_age } : {}),
    ...(aged && max_age !== undefined ? { max_age } : {}),
    idtypes: touched.includes('idtype') && !overrule ? whole.idtypes : [...new Set(documentTypesOf(given, kept))],
    quiz: [],
    questions: [],
  }
}
const documentTypesOf = (given: CorrectedFields, kept: OpenRegistration): OpenRegistration['idtype'][] => [
  kept.idtype,
  ...(given.idtype ? [given.idtype as OpenRegistration['idtype']] : []),
]

/** The limits of an event that staff with the right `registrations.overrule` may ignore. */
const limits: readonly unknown[] = [words.too_young, words.too_old, words.idtype_not_taken]

/**
 * Finds corrected values that contradict the number of a resident identity card. This number contains birth date and
 * gender.
 */
const contradicting = (given: CorrectedFields, entry: Entry): Partial<Record<string, Wrong>> | undefined => {
  const { birth, gender } = entry.document
  const found = {
    ...(birth && given.birth && given.birth !== birth ? { birth: { message: correctWords.of_number } } : {}),
    ...(gender && given.gender && given.gender !== gender ? { gender: { message: correctWords.of_number } } : {}),
  }
  return Object.keys(found).length > 0 ? found : undefined
}

/** Checks the time of the earlier run again by the standard that applies to the corrected person. */
const judgedAnew = (kept: OpenRegistration, form: EventForm, entry: Entry): Entry['qualifying'] =>
  kept.qualifying && form.qualifying
    ? { ...kept.qualifying, meets: meetsStandard(form.qualifying, entry, kept.qualifying.seconds) }
    : kept.qualifying

const inputOf = (given: CorrectedFields, kept: OpenRegistration) => {
  const texts = Object.fromEntries(typedFields.map((field) => [field, given[field] ?? kept[field] ?? undefined]))
  return {
    ...(texts as Record<TypedField, string | undefined>),
    idtype: (given.idtype ?? kept.idtype) as OpenRegistration['idtype'],
    gender: (given.gender || kept.gender || undefined) as 'male' | 'female' | undefined,
    answers: {},
    quiz: {},
    qualifying: undefined,
    invite: undefined,
    consents: { terms: KEPT_CONSENT, sensitive: KEPT_CONSENT, guardian: KEPT_CONSENT },
    guardian_name: given.guardian_name ?? kept.guardian?.name,
    guardian_mobile: given.guardian_mobile ?? kept.guardian?.mobile,
    guardian_relationship: given.guardian_relationship ?? kept.guardian?.relationship ?? 'parent',
  }
}

/**
 * Checks the corrected fields by the rules of signing up. `overrule` ignores the event's limits of age and document.
 */
export const checkCorrection = (
  sent: CorrectedFields,
  kept: OpenRegistration,
  { form: whole, raceDay, overrule }: { form: EventForm; raceDay: string; overrule: boolean },
  now: Date,
): CheckedCorrection => {
  const own = answersAfter(sent as Parameters<typeof answersAfter>[0], kept, whole)
  const after = builtInAfter(sent as Parameters<typeof answersAfter>[0], kept, whole, own.answers)
  const given = after.given as CorrectedFields
  const touched = touchedBy(given, kept)
  const unasked = Object.keys(given.answers ?? {}).filter((name) => whole.questions.every((one) => one.name !== name))
  const answered = {
    ...Object.fromEntries(unasked.map((name) => [`answers.${name}`, { message: words.not_asked }])),
    ...(touched.includes('answers') ? own.wrong : {}),
    ...(touched.length > 0 ? after.wrong : {}),
  }
  if (Object.keys(answered).length > 0) return { ok: false, overrulable: false, wrong: answered }
  const check = (without: boolean) =>
    checkSignup(
      inputOf(given, kept),
      {
        form: formFor(whole, kept, touched, { given, overrule: without, hidden: after.hidden }),
        raceDay,
        versions: versionsAgreed,
      },
      now,
    )
  const strict = check(false)
  const checked = !strict.ok && overrule ? check(true) : strict
  if (!checked.ok) {
    const wrong = checked.wrong
    return { ok: false, wrong, overrulable: Object.values(wrong).every((one) => limits.includes(one?.message)) }
  }
  const { entry } = checked
  const wrong = contradicting(given, entry)
  if (wrong) return { ok: false, wrong, overrulable: false }
  if (entry.name === '') return { ok: false, wrong: { name: { message: wrongWords.required } }, overrulable: false }
  const answers = touched.includes('answers') ? own.answers : kept.answers
  const followed = (['gender', 'birth', 'country'] as const).filter(
    (field) =>
      (field === 'country' ? entry.document.country : entry[field]) !== (kept[field] ?? '') && !touched.includes(field),
  )
  return {
    ok: true,
    entry: {
      ...entry,
      answers,
      qualifying: judgedAnew(kept, whole, entry),
      guardian: entry.guardian ?? kept.guardian,
    },
    touched: [...new Set([...touched, ...(touched.some(isIdentity) ? followed : [])])],
    overruled: !strict.ok,
  }
}
