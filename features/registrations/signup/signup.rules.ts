import { chinaDay, isDay } from '#contract/days.ts'
import type { Text } from '#contract/words.ts'
import { wrong } from '#contract/wrong.ts'
import type { EventForm } from '#features/events/form.contract.ts'
import type { Document, Gender } from '#features/people/rules.ts'
import {
  NAME_MOST,
  ageInYear,
  ageOn,
  checkDocument,
  isLongName,
  isMobileFor,
  isName,
  normalName,
} from '#features/people/rules.ts'
import { documentWords, words as people, wrongName } from '#features/people/words.ts'
import { fields } from '#features/fields/fields.rules.ts'
import {
  type AskableField,
  type OptionalField,
  type PlaceField,
  type StockField,
  askableFields,
  optionalFields,
} from '#features/fields/lists.rules.ts'
import { normalAnswer, wrongAnswer } from '#features/fields/own/answers.rules.ts'
import { shownFields } from '#features/fields/own/conditions.rules.ts'
import { normalCode } from '#features/invitations/rules.ts'
import { normalMobile } from '#features/accounts/rules.ts'
import type { SignupInput } from './signup.contract.ts'
import type { ConsentName } from './consents.contract.ts'
import { faultOfText, longestOf, normalOf } from './kinds.rules.ts'
import { type Qualified, checkQualifying } from './qualifying.rules.ts'
import { words } from './signup.words.ts'

/** The age in completed years from which a runner needs no guardian's consent. */
export const FULL_AGE = 18

/** The people who may agree for a minor, in the order that the law gives. */
export const guardianKinds = ['parent', 'grandparent', 'sibling', 'other'] as const
export type Guardian = { name: string; mobile: string; relationship?: (typeof guardianKinds)[number] }
/** Consents that are the runner's own choice. */
export const optionalConsents = ['publication', 'photos', 'face', 'marketing'] as const satisfies readonly ConsentName[]

/** A person's sign-up after every check that needs no database. */
export type Entry = {
  document: Document
  name: string
  gender: Gender
  birth: string
  age: number
  /** The age in the calendar year of the race. */
  age_in_year: number
  mobile: string
  answers: Record<string, string>
  consents: Partial<Record<ConsentName, string>>
  guardian: Guardian | null
  /** An invitation code in its normal form. */
  invite: string | null
  qualifying: Qualified | null
} & Record<OptionalField, string | null>
export type Wrong = { message: Text; values?: Record<string, string | number> }
export type Checked = { ok: true; entry: Entry } | { ok: false; wrong: Partial<Record<string, Wrong>> }

/**
 * The facts that the check needs beside the input. `raceDay` is the day on which ages count. `versions` holds the
 * present version of each consent, empty if the consent is not asked.
 */
export type SignupTerms = { form: EventForm; raceDay: string; versions: Readonly<Record<ConsentName, string>> }

const given = (value: string | undefined): string => value?.trim() ?? ''

type Say = (field: string, message: Text, values?: Record<string, string | number>) => void
type Wrongs = Partial<Record<string, Wrong>>
type Sent = Omit<SignupInput, 'raceid' | 'eventid' | 'keep' | 'person' | 'addons' | 'amount'>
/**
 * A function that reads the text of a field; null if the event does not ask for the field or the person sent nothing.
 */
type ReadText = (field: AskableField, value: string | undefined) => string | null

const checkNumber = (input: Sent, form: EventForm, now: Date, say: Say): Document | undefined => {
  if (!input.idtype) say('idtype', wrong.required)
  else if (!form.idtypes.includes(input.idtype)) say('idtype', words.idtype_not_taken)
  else {
    const verdict = checkDocument({ idtype: input.idtype, idnum: given(input.idnum), country: input.country }, now)
    if (verdict.ok) return verdict.document
    say(verdict.why === 'country' ? 'country' : 'idnum', documentWords[verdict.why])
  }
  return undefined
}

type Kind = Document['kind']
const kindOf = (idtype: Sent['idtype']): Kind =>
  idtype === 'passport' ? 'passport' : idtype === 'idcard' ? 'resident' : 'home_return'
const checkPerson = (input: Sent, kind: Kind, say: Say) => {
  const name = normalName(given(input.name))
  if (name === '') say('name', wrong.required)
  else if (isLongName(name)) say('name', wrong.too_long, { n: NAME_MOST })
  else if (!isName(name, kind)) say('name', wrongName(kind))
  return name
}

const checkBirth = (input: Sent, document: Document | undefined, now: Date, say: Say): string => {
  const birth = document?.birth ?? given(input.birth)
  if (birth === '') {
    if (document) say('birth', wrong.required)
  } else if (!isDay(birth) || birth < '1900-01-01' || birth > chinaDay(now)) say('birth', words.birth_wrong)
  return birth
}

const checkAge = (age: number, form: EventForm, field: 'idnum' | 'birth', say: Say): void => {
  if (form.min_age !== undefined && age < form.min_age) say(field, words.too_young, { n: form.min_age })
  if (form.max_age !== undefined && age > form.max_age) say(field, words.too_old, { n: form.max_age })
}

const checkMobile = (input: Sent, kind: Kind, say: Say): string => {
  const mobile = normalMobile(given(input.mobile))
  if (mobile === '') say('mobile', wrong.required)
  else if (!isMobileFor(mobile, kind)) say('mobile', people.mobile_wrong)
  return mobile
}

const isPlace = (field: OptionalField): field is PlaceField => fields[field].kind === 'place'
const isStock = (field: OptionalField): field is StockField => fields[field].kind === 'stock'

/**
 * Checks the values of `optionalFields`, each by the kind of its field. A value that the event does not ask for is
 * null.
 */
const checkAsked = (input: Sent, form: EventForm, mobile: string, valueOf: ReadText, say: Say) => {
  if (form.ask.area === 'required' && given(input.province) === '')
    for (const field of ['area', 'province']) say(field, wrong.required)
  const read = (field: OptionalField): string | null => {
    if (isPlace(field)) return form.ask.area ? given(input[field]) || null : null
    if (isStock(field))
      return form[field].length ? choiceOf(field, valueOf(field, input[field]), form[field], say) : null
    const text = valueOf(field, input[field])
    if (text === null) return null
    const normal = normalOf(field, text)
    const message = faultOfText(field, normal)
    const most = longestOf(field)
    if (normal.length > most) say(field, wrong.too_long, { n: most })
    else if (message) say(field, message)
    else if (field === 'emertel' && normal === mobile) say(field, people.emertel_same)
    return normal
  }
  return Object.fromEntries(optionalFields.map((field) => [field, read(field)])) as Record<OptionalField, string | null>
}

const checkGuardian = (input: Sent, say: Say): NonNullable<Entry['guardian']> => {
  const relationship = guardianKinds.find((kind) => kind === given(input.guardian_relationship))
  const guardian = {
    name: normalName(given(input.guardian_name)),
    mobile: normalMobile(given(input.guardian_mobile)),
    ...(relationship ? { relationship } : {}),
  }
  if (given(input.guardian_relationship) === '') say('guardian_relationship', wrong.required)
  else if (!relationship) say('guardian_relationship', wrong.choice)
  if (guardian.name === '') say('guardian_name', wrong.required)
  else if (isLongName(guardian.name)) say('guardian_name', wrong.too_long, { n: NAME_MOST })
  else if (!isName(guardian.name, 'passport')) say('guardian_name', people.name_wrong)
  if (guardian.mobile === '') say('guardian_mobile', wrong.required)
  else if (!isMobileFor(guardian.mobile, 'passport')) say('guardian_mobile', people.mobile_wrong)
  return guardian
}

/**
 * Checks a sign-up field by field. The form and the server both use this check. The check drops values that the event
 * does not ask for. `now` limits the birth date.
 */
export const checkSignup = (input: Sent, { form: whole, raceDay, versions }: SignupTerms, now: Date): Checked => {
  const form = visibleForm(whole, input)
  const found: Wrongs = {}
  const say: Say = (field, message, values) => void (found[field] ??= values ? { message, values } : { message })
  const valueOf: ReadText = (field, value) => {
    const ask = form.ask[field]
    if (!ask) return null
    const text = given(value)
    if (text === '' && ask === 'required') say(field, wrong.required)
    return text === '' ? null : text
  }
  const document = checkNumber(input, form, now, say)
  const kind = document?.kind ?? kindOf(input.idtype)
  const name = checkPerson(input, kind, say)
  const gender = document?.gender ?? input.gender
  // A document gives gender and birth only if its number is valid.
  if (document && !gender) say('gender', wrong.required)
  const birth = checkBirth(input, document, now, say)
  const age = birth === '' || found.birth || found.idnum ? undefined : ageOn(birth, raceDay)
  if (age !== undefined) checkAge(age, form, document?.birth ? 'idnum' : 'birth', say)
  const mobile = checkMobile(input, kind, say)
  const texts = checkAsked(input, form, mobile, valueOf, say)
  const answers = checkAnswers(input, form, say)
  checkQuiz(input.quiz, form, say)
  const runner = gender && age !== undefined ? { gender, age } : undefined
  const qualifying = checkQualifying(input.qualifying, form, runner, now, say)
  const minor = age !== undefined && age < FULL_AGE
  const consents = checkConsents(input.consents, versions, minor, say)
  const guardian = minor ? checkGuardian(input, say) : null

  if (Object.keys(found).length > 0 || !document || !gender || age === undefined) return { ok: false, wrong: found }
  return {
    ok: true,
    entry: {
      document,
      name,
      gender,
      birth,
      age,
      age_in_year: ageInYear(birth, raceDay),
      mobile,
      ...texts,
      answers,
      consents,
      guardian,
      invite: normalCode(given(input.invite)) || null,
      qualifying,
    },
  }
}

const choiceOf = (field: string, value: string | null, offered: readonly string[], say: Say): string | null => {
  if (value !== null && !offered.includes(value)) say(field, wrong.choice)
  return value
}

const isAsked = (form: EventForm, name: string): name is AskableField =>
  askableFields.some((field) => field === name && form.ask[field] !== undefined)

type Answered = Pick<Sent, 'answers'> & Partial<Record<AskableField, string | undefined>>

/**
 * Lists the fields of an event's form that show for the given answers: built-in and own fields. The name `qualifying`
 * stands for the questions about the earlier run.
 */
export const shownFor = (form: EventForm, { answers, ...input }: Answered): ReadonlySet<string> =>
  shownFields(
    [
      ...askableFields.filter((name) => form.ask[name]).map((name) => ({ name, when: form.when[name] })),
      ...form.questions,
      { name: 'qualifying', when: form.when.qualifying },
    ],
    (name) =>
      given(form.questions.some((one) => one.name === name) ? answers[name] : isAsked(form, name) ? input[name] : ''),
  )

const hasConditions = ({ when, questions }: EventForm): boolean =>
  questions.some((question) => question.when) || Object.values(when).some(Boolean)

/** Reduces a form to the fields that show for the given answers. A hidden field is neither demanded nor kept. */
const visibleForm = (form: EventForm, input: Answered): EventForm => {
  if (!hasConditions(form)) return form
  const shown = shownFor(form, input)
  const { qualifying, ...rest } = form
  return {
    ...rest,
    ask: Object.fromEntries(Object.entries(form.ask).filter(([name]) => shown.has(name))),
    questions: form.questions.filter(({ name }) => shown.has(name)),
    ...(qualifying && shown.has('qualifying') ? { qualifying } : {}),
  }
}

const checkAnswers = (input: Sent, form: EventForm, say: Say): Record<string, string> => {
  const kept: Record<string, string> = {}
  for (const question of form.questions) {
    const answer = normalAnswer(question, given(input.answers[question.name]))
    const field = `answers.${question.name}`
    if (answer === '') {
      if (question.required) say(field, wrong.required)
      continue
    }
    const found = wrongAnswer(question, answer)
    if (found) say(field, found.message, found.values)
    kept[question.name] = answer
  }
  return kept
}

/**
 * Checks the quiz. Every question needs an answer, and the answer must be correct if the question has a correct answer.
 * Only the server knows the correct answers.
 */
const checkQuiz = (answers: Readonly<Record<string, string>>, { quiz }: EventForm, say: Say): void => {
  for (const { name, options, right } of quiz) {
    const answer = given(answers[name])
    const field = `quiz.${name}`
    if (answer === '') say(field, words.quiz_unanswered)
    else if (!options.some(({ value }) => value === answer)) say(field, wrong.choice)
    else if (right !== undefined && answer !== right) say(field, words.quiz_wrong)
  }
}

const checkConsents = (
  given: SignupInput['consents'],
  versions: SignupTerms['versions'],
  underAge: boolean,
  say: Say,
): Partial<Record<ConsentName, string>> => {
  const kept: Partial<Record<ConsentName, string>> = {}
  const needed: ConsentName[] = [
    'terms',
    'sensitive',
    ...(versions.disclaimer === '' ? [] : (['disclaimer'] as const)),
    ...(underAge ? (['guardian'] as const) : []),
  ]
  for (const name of needed) {
    const version = given[name]
    if (!version) say(`consents.${name}`, name === 'guardian' ? words.guardian_needed : words.consent_needed)
    else if (version !== versions[name]) say(`consents.${name}`, words.consent_changed)
    else kept[name] = version
  }
  for (const name of optionalConsents) {
    const version = given[name]
    if (!version) continue
    if (version === versions[name]) kept[name] = version
    else say(`consents.${name}`, words.consent_changed)
  }
  return kept
}
