import type { EventForm } from '#features/events/form.contract.ts'
import type { Gender, IdType } from '#features/people/rules.ts'
import { fieldsWith } from '#features/fields/fields.rules.ts'
import {
  type AskableField,
  type EditableField,
  type EditableText,
  type OptionalField,
  askableFields,
  editableTexts,
  fixedTexts,
  placeFields,
} from '#features/fields/lists.rules.ts'
import { normalAnswer, wrongAnswer } from '#features/fields/own/answers.rules.ts'
import { wrong as wrongWords } from '#contract/wrong.ts'
import { normalOf } from '../signup/kinds.rules.ts'
import { words } from '../signup/signup.words.ts'
import type { EditInput } from './changes.contract.ts'
import { type Qualified, qualifyingSecondsOf } from '../signup/qualifying.rules.ts'
import { type Entry, type Guardian, type Wrong, checkSignup, shownFor } from '../signup/signup.rules.ts'

/** The values of a registration, unsealed. */
export type OpenRegistration = {
  idtype: IdType
  country: string
  idnum: string
  name: string
  gender: Gender | null
  birth: string | null
  mobile: string | null
  answers: Record<string, string>
  /** The names of the fields whose answers are sealed. */
  sealed: readonly string[]
  guardian: Guardian | null
  qualifying: Qualified | null
} & Record<OptionalField, string | null>
export type CheckedEdit =
  | { ok: true; entry: Entry; touched: EditableField[] }
  | { ok: false; wrong: Partial<Record<string, Wrong>> }

/**
 * The fields that an event's form may ask and that a change replaces by one text. `area` is not among them, because it
 * stands for three fields.
 */
const simple = fieldsWith({ editable: true, asked: 'form' }).filter((name) => name !== 'area')
const differs = (field: EditableText, given: string | undefined, kept: string | null): boolean =>
  given !== undefined && normalOf(field, given) !== (kept ?? '')

/**
 * Lists the fields that an event lets the registrant change: the fields that it asks, and the mobile, which every event
 * asks.
 */
export const changeableIn = (form: EventForm): EditableField[] => [
  'mobile',
  ...simple.filter(
    (field) =>
      form.ask[field] &&
      (field !== 'clothes' || form.clothes.length > 0) &&
      (field !== 'packagebus' || form.packagebus.length > 0),
  ),
  ...(form.ask.area ? (['area'] as const) : []),
  ...(form.questions.length > 0 ? (['answers'] as const) : []),
  ...(form.qualifying ? (['qualifying'] as const) : []),
]

const sameRun = (given: NonNullable<EditInput['qualifying']>, kept: Qualified | null): boolean =>
  kept !== null &&
  given.race === kept.race &&
  given.day === kept.day &&
  qualifyingSecondsOf(given.time) === kept.seconds &&
  (given.proof ?? '') === (kept.proof ?? '')

type Texts = Partial<Record<AskableField, string | undefined>>
const textsOf = (given: Texts, kept: OpenRegistration): Texts =>
  Object.fromEntries(askableFields.map((field) => [field, given[field] ?? kept[field] ?? undefined]))

/**
 * Works out the answers to an event's own fields after a change. The answer to a field that the form now hides goes
 * away. A required field that appears needs an answer. A field that the call does not name keeps its answer. An answer
 * to a field that the form does not ask any more also stays.
 */
export const answersAfter = (
  given: EditInput,
  kept: OpenRegistration,
  form: EventForm,
): { answers: Record<string, string>; wrong: Partial<Record<string, Wrong>> } => {
  const sent = Object.fromEntries(Object.entries(given.answers ?? {}).map(([name, answer]) => [name, answer.trim()]))
  const answers: Record<string, string> = { ...kept.answers, ...sent }
  const before = shownFor(form, { ...textsOf({}, kept), answers: kept.answers })
  const after = shownFor(form, { ...textsOf(given, kept), answers })
  const wrong: Partial<Record<string, Wrong>> = {}
  for (const question of form.questions) {
    const { name } = question
    const answer = normalAnswer(question, answers[name] ?? '')
    const named = Object.hasOwn(sent, name) || !before.has(name)
    if (!after.has(name) || answer === '') delete answers[name]
    else answers[name] = answer
    if (!after.has(name) || !named) continue
    const found =
      answer === '' ? (question.required ? { message: wrongWords.required } : undefined) : wrongAnswer(question, answer)
    if (found) wrong[`answers.${name}`] = found
  }
  return { answers, wrong }
}
const partsOf = (field: AskableField): readonly EditableText[] => (field === 'area' ? placeFields : [field])

/**
 * Works out the built-in fields after a change. In the returned `given`, the fields that the answers hide are empty.
 * `hidden` holds these fields, and `wrong` names the fields that appear and need a value.
 */
export const builtInAfter = (
  given: EditInput,
  kept: OpenRegistration,
  form: EventForm,
  answers: Readonly<Record<string, string>>,
): { given: EditInput; hidden: ReadonlySet<string>; wrong: Partial<Record<string, Wrong>> } => {
  const before = shownFor(form, { ...textsOf({}, kept), answers: kept.answers })
  const after = shownFor(form, { ...textsOf(given, kept), answers: { ...answers } })
  const inForm = askableFields.filter((field) => form.ask[field])
  const hidden = new Set<string>([...inForm, 'qualifying'].filter((field) => !after.has(field)))
  const emptied = inForm.filter((field) => hidden.has(field)).flatMap(partsOf)
  const lacks = (field: AskableField): boolean =>
    partsOf(field).every((part) => (given[part] ?? kept[part] ?? '').trim() === '')
  const needed = inForm.filter(
    (field) => form.ask[field] === 'required' && !before.has(field) && after.has(field) && lacks(field),
  )
  const run = form.qualifying?.ask === 'required' && !before.has('qualifying') && after.has('qualifying')
  return {
    given: { ...given, ...Object.fromEntries(emptied.map((part) => [part, ''])) },
    hidden,
    wrong: {
      ...Object.fromEntries(needed.map((field) => [field, { message: wrongWords.required }])),
      ...(run && !given.qualifying && !kept.qualifying ? { 'qualifying.race': { message: wrongWords.required } } : {}),
    },
  }
}
const sameAnswers = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean =>
  Object.keys({ ...one, ...other }).every((name) => (one[name] ?? '') === (other[name] ?? ''))

/**
 * Lists the fields that a call changes: fields that it sends with a value other than the kept value. `strange` lists
 * the fields among them that the event does not ask.
 */
const touchedBy = (
  given: EditInput,
  kept: OpenRegistration,
  form: EventForm,
  own: ReturnType<typeof answersAfter>,
): { touched: EditableField[]; strange: EditableField[] } => {
  const changes: Record<EditableField, boolean> = {
    mobile: differs('mobile', given.mobile, kept.mobile),
    ...(Object.fromEntries(simple.map((field) => [field, differs(field, given[field], kept[field])])) as Record<
      (typeof simple)[number],
      boolean
    >),
    area:
      differs('province', given.province, kept.province) ||
      differs('city', given.city, kept.city) ||
      differs('area', given.area, kept.area),
    answers:
      Object.entries(given.answers ?? {}).some(([name, answer]) => answer.trim() !== (kept.answers[name] ?? '')) ||
      Object.keys(own.wrong).length > 0 ||
      !sameAnswers(own.answers, kept.answers),
    qualifying: given.qualifying !== undefined && !sameRun(given.qualifying, kept.qualifying),
  }
  const changeable = new Set(changeableIn(form))
  const changed = (Object.keys(changes) as EditableField[]).filter((field) => changes[field])
  const unknown = Object.keys(given.answers ?? {}).some((name) => form.questions.every((one) => one.name !== name))
  return {
    touched: changed.filter((field) => changeable.has(field)),
    strange: changed.filter((field) => !changeable.has(field) || (field === 'answers' && unknown)),
  }
}

/** The answer that stands for a consent given at sign-up. A change does not ask for the consent again. */
export const KEPT_CONSENT = 'agreed'

/** Returns the form of an event, reduced to the fields that a change concerns. */
const formForEdit = (
  whole: EventForm,
  kept: OpenRegistration,
  touched: readonly EditableField[],
  hidden: ReadonlySet<string>,
): EventForm => {
  const isTouched = (field: EditableField) => touched.includes(field)
  const ask: EventForm['ask'] = Object.fromEntries(
    Object.entries(whole.ask)
      .filter(([field]) => isTouched(field as AskableField))
      .map(([field, how]) => [field, hidden.has(field) ? 'optional' : how]),
  )
  // The mobile and the emergency contact's number must differ after the change, even if only one of them changes.
  if (isTouched('mobile') && kept.emertel) ask.emertel ??= 'optional'
  const { qualifying, min_age: _young, max_age: _old, ...rest } = whole
  return {
    ...rest,
    ask,
    when: {},
    idtypes: [kept.idtype],
    quiz: [],
    questions: [],
    ...(isTouched('qualifying') && qualifying && !hidden.has('qualifying') ? { qualifying } : {}),
  }
}

/** The answers that stand for the consents given at sign-up. A change or a correction keeps these consents. */
export const versionsAgreed = {
  terms: KEPT_CONSENT,
  sensitive: KEPT_CONSENT,
  disclaimer: '',
  guardian: KEPT_CONSENT,
  publication: '',
  photos: '',
  face: '',
  marketing: '',
}

/**
 * Checks the changed fields by the rules of sign-up. Kept values stay, even if the event has since begun to ask for
 * more.
 */
export const checkEdit = (
  sent: EditInput,
  kept: OpenRegistration,
  { form: whole, raceDay }: { form: EventForm; raceDay: string },
  now: Date,
): CheckedEdit => {
  const own = answersAfter(sent, kept, whole)
  const { given, hidden, wrong: needed } = builtInAfter(sent, kept, whole, own.answers)
  const { touched: changed, strange } = touchedBy(given, kept, whole, own)
  const withoutRun = hidden.has('qualifying') && kept.qualifying !== null && !changed.includes('qualifying')
  const touched: EditableField[] = withoutRun ? [...changed, 'qualifying'] : changed
  const fixed = fixedTexts.filter((field) => (given[field] ?? '') !== '' && given[field] !== (kept[field] ?? ''))
  if (strange.length > 0 || fixed.length > 0)
    return {
      ok: false,
      wrong: Object.fromEntries([
        ...strange.map((field) => [field, { message: words.not_asked }]),
        ...fixed.map((field) => [field, { message: words.fixed }]),
      ]),
    }
  const form = formForEdit(whole, kept, touched, hidden)
  const texts = Object.fromEntries(
    editableTexts.map((field) => [field, given[field] ?? kept[field] ?? undefined]),
  ) as Record<EditableText, string | undefined>
  const guardian = kept.guardian ?? { name: kept.name, mobile: kept.mobile ?? '' }
  const checked = checkSignup(
    {
      idtype: kept.idtype,
      idnum: kept.idnum,
      country: kept.country,
      name: kept.name,
      gender: kept.gender ?? undefined,
      birth: kept.birth ?? undefined,
      ...texts,
      answers: {},
      quiz: {},
      qualifying: given.qualifying,
      invite: undefined,
      consents: { terms: KEPT_CONSENT, sensitive: KEPT_CONSENT, guardian: KEPT_CONSENT },
      guardian_name: guardian.name,
      guardian_mobile: guardian.mobile,
      guardian_relationship: 'parent',
    },
    { form, raceDay, versions: versionsAgreed },
    now,
  )
  const wrong = { ...(checked.ok ? {} : checked.wrong), ...own.wrong, ...needed }
  if (!checked.ok || Object.keys(wrong).length > 0) return { ok: false, wrong }
  return { ok: true, entry: { ...checked.entry, answers: own.answers }, touched }
}

/**
 * The former and the new answers as the log shows them. The log outlives the registration, so it must not keep answers.
 */
export const loggedAnswers = { before: '', after: 'changed' }
