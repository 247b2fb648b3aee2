import type { FormField, RaceEvent } from '#features/events/contract.ts'
import { fields, fieldsWith } from '#features/fields/fields.rules.ts'
import {
  type OptionalField,
  type StockField,
  type TypedField,
  optionalFields,
  placeFields,
  stockFields,
  typedFields,
} from '#features/fields/lists.rules.ts'
import { shownFields } from '#features/fields/own/conditions.rules.ts'
import { questionKinds } from '#features/fields/own/question.contract.ts'
import { type BuiltInSection, builtInSections, isBuiltInSection } from '#features/fields/own/sections.rules.ts'
import {
  type Document,
  type Gender,
  type IdType,
  ageOn,
  checkDocument,
  isRealDay,
  normalIdnum,
  normalMobile,
} from '#features/people/rules.ts'
import { documentWords } from '#features/people/words.ts'
import type { SignupInput } from '../../signup/signup.contract.ts'
import type { Consent, ConsentName } from '../../signup/consents.contract.ts'
import { FULL_AGE, type SignupTerms, type Wrong, checkSignup } from '../../signup/signup.rules.ts'
import { refusals } from '../../words.ts'
import { chosenOf } from './prices/charges.ts'
import { signUpWords } from './signUp.words.ts'

/** The values that a person typed into the sign-up form. Numbers keep the spaces of their mask. */
export type Draft = Record<Exclude<TypedField, 'idtype' | 'gender'>, string> & {
  /** Identifies a person of the form, in any order of the people. */
  key: string
  eventid: string
  /** An invitation code. */
  invite: string
  person: string
  idtype: IdType
  gender: Gender | ''
  guardian_name: string
  guardian_mobile: string
  guardian_relationship: string
  /** Tells that the server knows a saved person to be under age. */
  guardian_wanted: boolean
  answers: Record<string, string>
  quiz: Record<string, string>
  /** The number of each add-on, by id. */
  addons: Record<string, number>
  /** The fields of an earlier run that qualifies. */
  qual_race: string
  qual_day: string
  qual_time: string
  qual_proof: string
  agreed: Partial<Record<ConsentName, string>>
  keep: boolean
}
export const emptyDraft: Draft = {
  ...(Object.fromEntries(typedFields.map((name) => [name, ''])) as Record<TypedField, ''>),
  key: 'p1',
  eventid: '',
  invite: '',
  person: '',
  idtype: 'idcard',
  guardian_name: '',
  guardian_mobile: '',
  guardian_relationship: '',
  guardian_wanted: false,
  answers: {},
  quiz: {},
  addons: {},
  qual_race: '',
  qual_day: '',
  qual_time: '',
  qual_proof: '',
  agreed: {},
  keep: true,
}
/** Where the browser stores the parts of a draft that are not in the list of fields. */
const ownParts: Record<Exclude<keyof Draft, TypedField>, 'tab' | 'device'> = {
  key: 'device',
  eventid: 'device',
  invite: 'tab',
  person: 'tab',
  guardian_name: 'tab',
  guardian_mobile: 'tab',
  guardian_relationship: 'tab',
  guardian_wanted: 'device',
  answers: 'tab',
  quiz: 'tab',
  addons: 'device',
  qual_race: 'tab',
  qual_day: 'tab',
  qual_time: 'tab',
  qual_proof: 'tab',
  agreed: 'tab',
  keep: 'device',
}
/** These fields stay in the storage of this tab and go away with the tab (ui/form/unsaved/draft.ts). */
export const sealedFields: readonly (keyof Draft)[] = [
  ...fieldsWith({ draft: 'tab' }),
  ...(Object.keys(ownParts) as (keyof typeof ownParts)[]).filter((part) => ownParts[part] === 'tab'),
]

/** A step of the form. A section of the event is a step under its own name. */
export type StepName = 'event' | 'quiz' | BuiltInSection | 'qualifying' | 'review' | `own-${string}`
const stepOfSection = (name: string): StepName => (isBuiltInSection(name) ? name : `own-${name}`)
/** Lists the fields of the event's form that show for the filled-in values. */
const shownIn = (event: RaceEvent, draft: Draft): ReadonlySet<string> => {
  const asked = new Set(event.form.fields.map(({ name }) => name))
  return shownFields(event.form.fields, (name) => (asked.has(name) ? valueOf(draft, name) : ''))
}
/** Lists the fields of a step. Without a draft the list also has the fields that appear only after certain answers. */
export const fieldsOf = (event: RaceEvent | undefined, step: StepName, draft?: Draft): FormField[] => {
  const shown = event && draft ? shownIn(event, draft) : undefined
  return (
    event?.form.fields.filter(
      ({ name, section }) => stepOfSection(section) === step && (shown === undefined || shown.has(name)),
    ) ?? []
  )
}
export const stepsFor = (event: RaceEvent | undefined, draft?: Draft): StepName[] => {
  const sections: StepName[] = event
    ? event.form.sections
        .map(({ name }) => stepOfSection(name))
        .filter((step) => step === 'who' || step === 'contact' || fieldsOf(event, step, draft).length > 0)
    : [...builtInSections]
  return [
    'event',
    ...(event?.form.quiz.length ? (['quiz'] as const) : []),
    ...sections,
    ...(event?.form.qualifying ? (['qualifying'] as const) : []),
    'review',
  ]
}

/** The facts that the typed document tells about its holder. `age` is the age on race day. */
export type Holder = { document?: Document; gender?: Gender; birth?: string; age?: number; underAge: boolean }
export const holderOf = (draft: Draft, event: RaceEvent | undefined, now: Date): Holder => {
  const verdict = checkDocument(draft, now)
  const document = verdict.ok ? verdict.document : undefined
  const gender = document?.gender ?? (draft.gender || undefined)
  const birth = document?.birth ?? (isRealDay(draft.birth) ? draft.birth : undefined)
  const age = birth && event ? ageOn(birth, event.race_day) : undefined
  return {
    underAge: draft.person ? draft.guardian_wanted : age !== undefined && age < FULL_AGE,
    ...(document ? { document } : {}),
    ...(gender ? { gender } : {}),
    ...(birth ? { birth } : {}),
    ...(age === undefined ? {} : { age }),
  }
}

/** Wrong fields of a step, each with its sentence. */
export type Mistakes = Partial<Record<string, Wrong>>

/** Finds the fault of the document's number while a person types it. An unfinished number is no fault yet. */
export const mistakeWhileTyping = (draft: Draft, now: Date): Wrong | undefined => {
  const verdict = checkDocument(draft, now)
  if (verdict.ok || verdict.why === 'country') return undefined
  const full = { idcard: 18, hkpass: 9, other: 8, passport: 17 }[draft.idtype]
  return normalIdnum(draft.idnum).length < full ? undefined : { message: documentWords[verdict.why] }
}

/** An own field as the check reads it; undefined for a built-in field. */
const questionOf = ({ name, kind, required, label, options, max, personal, when, ...bounds }: FormField) => {
  const own = questionKinds.find((one) => one === kind)
  if (label === null || own === undefined) return undefined
  const { min, least, most, from, until } = bounds
  return {
    name,
    kind: own,
    required,
    says: {},
    options,
    max,
    personal,
    ...(when === null ? {} : { when }),
    ...(min === null ? {} : { min }),
    ...(least === null ? {} : { least }),
    ...(most === null ? {} : { most }),
    ...(from === null ? {} : { from }),
    ...(until === null ? {} : { until }),
  }
}

/** Makes the terms for the server's own check from the event's public data. */
export const termsOf = (event: RaceEvent, consents: readonly Consent[]): SignupTerms => {
  const { fields: asked, idtypes, min_age, max_age } = event.form
  const offered = (name: string) => asked.find((field) => field.name === name)?.options.map(({ value }) => value) ?? []
  const builtIn = asked.filter((field) => field.label === null)
  const versions = Object.fromEntries(consents.map(({ name, version }) => [name, version]))
  return {
    form: {
      idtypes,
      ask: Object.fromEntries(builtIn.map(({ name, required }) => [name, required ? 'required' : 'optional'])),
      ...(Object.fromEntries(stockFields.map((name) => [name, offered(name)])) as Record<StockField, string[]>),
      ...(min_age === null ? {} : { min_age }),
      ...(max_age === null ? {} : { max_age }),
      questions: asked.flatMap((field) => questionOf(field) ?? []),
      sections: [],
      quiz: event.form.quiz.map(({ name, options }) => ({ name, says: {}, options })),
      ...(event.form.qualifying ? { qualifying: event.form.qualifying } : {}),
      zones: [],
    },
    raceDay: event.race_day,
    versions: {
      terms: versions.terms ?? '',
      sensitive: versions.sensitive ?? '',
      disclaimer: versions.disclaimer ?? '',
      guardian: versions.guardian ?? '',
      publication: versions.publication ?? '',
      photos: versions.photos ?? '',
      marketing: versions.marketing ?? '',
    },
  }
}

/** Values of a saved person that only the server can open. The form assumes that they are correct. */
const keptFields: readonly string[] = fieldsWith({ asked: 'always' })

/** Finds all remaining faults with the server's own check. */
const allMistakes = (draft: Draft, event: RaceEvent, consents: readonly Consent[], now: Date): Mistakes => {
  const checked = checkSignup(
    inputFrom(draft, event, consents, holderOf(draft, event, now)),
    termsOf(event, consents),
    now,
  )
  if (checked.ok) return {}
  const kept = draft.person ? keptFields.filter((name) => name !== 'mobile' || draft.mobile === '') : []
  // An unreadable number tells nothing about its holder. The form asks for gender and birthday only if the number is
  // correct and does not contain them.
  const silent = checked.wrong.idnum || checked.wrong.country ? ['gender', 'birth'] : []
  return Object.fromEntries(
    Object.entries(checked.wrong).filter(([name]) => !kept.includes(name) && !silent.includes(name)),
  )
}

/** Finds the faults that keep a person from leaving a step, by field. */
export const mistakesIn = (
  step: StepName,
  draft: Draft,
  event: RaceEvent | undefined,
  consents: readonly Consent[],
  now: Date,
): Mistakes =>
  event
    ? Object.fromEntries(
        Object.entries({ ...goneIn(draft, event), ...allMistakes(draft, event, consents, now) }).filter(
          ([name]) => stepOfWrong(name, event) === step,
        ),
      )
    : { eventid: { message: signUpWords.chooseEvent } }

/** Finds chosen options that other runners have taken since then. */
const goneIn = (draft: Draft, event: RaceEvent): Mistakes => {
  const gone = (name: 'clothes' | 'packagebus') =>
    draft[name] !== '' &&
    event.form.fields.some(
      (field) => field.name === name && field.options.some(({ value, left }) => value === draft[name] && left === 0),
    )
  return {
    ...(gone('clothes') ? { clothes: { message: refusals.clothes_gone.message } } : {}),
    ...(gone('packagebus') ? { packagebus: { message: refusals.bus_full.message } } : {}),
  }
}

const atOnce: readonly ConsentName[] = ['sensitive', 'guardian']
/** Lists the consents of a step. The consent to sensitive data stands with the data, the others at the end. */
export const consentsAt = (step: 'who' | 'review', consents: readonly Consent[], underAge: boolean): Consent[] =>
  consents.filter(
    (consent) => (consent.asked !== 'under_age' || underAge) && atOnce.includes(consent.name) === (step === 'who'),
  )
const builtInFields = new Set(Object.keys(emptyDraft))
/**
 * Reads a field's value. Built-in fields stand in the draft, own fields under `answers`. `area` stands for three
 * fields.
 */
export const valueOf = (draft: Draft, name: string): string => {
  if (name.startsWith('quiz.')) return draft.quiz[name.slice('quiz.'.length)] ?? ''
  if (name.startsWith('qualifying.'))
    return String(draft[`qual_${name.slice('qualifying.'.length)}` as keyof Draft] ?? '')
  return builtInFields.has(name) ? String(draft[name as keyof Draft] ?? '') : (draft.answers[name] ?? '')
}
export const withValue = (draft: Draft, name: string, value: string): Draft =>
  name.startsWith('quiz.')
    ? { ...draft, quiz: { ...draft.quiz, [name.slice('quiz.'.length)]: value } }
    : builtInFields.has(name)
      ? { ...draft, [name]: value }
      : { ...draft, answers: { ...draft.answers, [name]: value } }

/** Finds the step of a field that the server named as wrong. */
export const stepOfWrong = (name: string, event: RaceEvent | undefined): StepName => {
  const field = name.replace(/^answers\./, '')
  if (field === 'eventid' || field === 'invite') return 'event'
  if (field.startsWith('quiz')) return 'quiz'
  if (field.startsWith('qualifying')) return 'qualifying'
  const builtIn = typedFields.find((one) => one === field)
  if (builtIn && fields[builtIn].asked !== 'form' && fields[builtIn].asked !== 'area') return fields[builtIn].step
  if (
    [
      'person',
      'guardian_name',
      'guardian_mobile',
      'guardian_relationship',
      'consents.sensitive',
      'consents.guardian',
    ].includes(field)
  )
    return 'who'
  const place = placeFields.some((one) => one === field)
  const asked = event?.form.fields.find(({ name }) => name === (place ? 'area' : field))
  return asked ? stepOfSection(asked.section) : 'review'
}

/** The earlier run that the person typed. If all its fields are empty again, there is none. */
const qualifyingOf = (
  { qual_race, qual_day, qual_time, qual_proof }: Draft,
  event: RaceEvent,
): Pick<SignupInput, 'qualifying'> =>
  event.form.qualifying && `${qual_race}${qual_day}${qual_time}${qual_proof}`.trim() !== ''
    ? {
        qualifying: {
          race: qual_race.trim(),
          day: qual_day,
          time: qual_time,
          ...(qual_proof ? { proof: qual_proof } : {}),
        },
      }
    : {}

/** Reads an answer. An empty stepper counts as 0 (docs/behaviour/sign-up.md, The form). */
const answerTo = ({ name, kind, required, least }: FormField, draft: Draft): string =>
  draft.answers[name] || (kind === 'number' && required ? String(Math.max(0, least ?? 0)) : '')

/**
 * Collects the values to send: only those that this event asks. A draft from another event therefore sends nothing
 * else. `seen` is the amount on the page.
 */
export const inputFrom = (
  draft: Draft,
  event: RaceEvent,
  consents: readonly Consent[],
  holder: Holder,
  seen?: number,
): Omit<SignupInput, 'raceid'> => {
  const names = new Set(event.form.fields.map((field) => field.name))
  const shown = shownIn(event, draft)
  const filled = (value: string): string | undefined => (value.trim() === '' ? undefined : value.trim())
  const asked = (name: OptionalField): string | undefined => {
    const { kind } = fields[name]
    if (!names.has(kind === 'place' ? 'area' : name) || draft[name] === '') return undefined
    return kind === 'place' ? filled(draft[name]) : kind === 'phone' ? filled(normalMobile(draft[name])) : draft[name]
  }
  return {
    eventid: event.id,
    ...(draft.person
      ? { person: draft.person }
      : {
          idtype: draft.idtype,
          idnum: draft.idnum,
          country: filled(draft.country),
          name: draft.name.trim(),
          gender: holder.gender,
          birth: holder.birth,
        }),
    mobile: filled(normalMobile(draft.mobile)),
    ...Object.fromEntries(optionalFields.map((name) => [name, asked(name)])),
    ...(holder.underAge
      ? {
          guardian_name: filled(draft.guardian_name),
          guardian_mobile: filled(normalMobile(draft.guardian_mobile)),
          guardian_relationship: filled(draft.guardian_relationship),
        }
      : {}),
    answers: Object.fromEntries(
      event.form.fields.flatMap((field) =>
        field.label === null || !shown.has(field.name) || answerTo(field, draft) === ''
          ? []
          : [[field.name, answerTo(field, draft)]],
      ),
    ),
    consents: Object.fromEntries(
      consents.flatMap(({ name }) => (draft.agreed[name] ? [[name, draft.agreed[name]]] : [])),
    ),
    ...(draft.invite.trim() === '' ? {} : { invite: draft.invite.trim() }),
    quiz: Object.fromEntries(
      event.form.quiz.flatMap(({ name }) => (draft.quiz[name] ? [[name, draft.quiz[name]]] : [])),
    ),
    ...qualifyingOf(draft, event),
    addons: Object.fromEntries(chosenOf(event, draft.addons).map(({ id, n }) => [id, n])),
    ...(seen === undefined ? {} : { amount: seen }),
    keep: draft.keep && !draft.person,
  }
}
