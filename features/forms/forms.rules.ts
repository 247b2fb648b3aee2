import { type Text, langs } from '#contract/words.ts'
import { wrong } from '#contract/wrong.ts'
import { fields } from '#features/fields/fields.rules.ts'
import { type AskableField, askableFields } from '#features/fields/lists.rules.ts'
import { isChoiceKind } from '#features/fields/own/kinds.rules.ts'
import type { Question, Section } from '#features/fields/own/question.contract.ts'
import { personalReason } from '#features/fields/own/personal.rules.ts'
import { isBuiltInSection, sectionsOf } from '#features/fields/own/sections.rules.ts'
import type { BuiltForm } from './contract.ts'
import { wrongWords as words } from './words.ts'

export const most = {
  questions: 100,
  sections: 20,
  options: 50,
  label: 200,
  help: 500,
  option: 100,
  text: 500,
} as const

/** The facts about a field of the race before a save. */
export type KnownField = { kind: Question['kind']; answered: number; personal: boolean; reason: string | null }
export type FormWrong = { at: string; message: Text; values?: Record<string, string | number> }
type Said = Question['says']

const longest = (says: Said): number => Math.max(0, ...langs.map((lang) => [...(says[lang] ?? '')].length))
const isEmpty = (says: Said): boolean => langs.every((lang) => (says[lang] ?? '').trim() === '')
/** Tells whether a text of a form has no control characters except line breaks. */
const isClean = (says: Said): boolean => langs.every((lang) => !/\p{Cc}/u.test((says[lang] ?? '').replace(/\n/g, '')))

const textWrong = (at: string, says: Said, limit: number, needed: boolean): FormWrong | undefined => {
  if (needed && isEmpty(says)) return { at, message: wrong.required }
  if (longest(says) > limit) return { at, message: wrong.too_long, values: { n: limit } }
  return isClean(says) ? undefined : { at, message: wrong.format }
}

const optionsWrong = (at: string, question: Question): FormWrong | undefined => {
  const { kind, options } = question
  if (!isChoiceKind(kind)) return undefined
  const place = `${at}.options`
  if (options.length < 2) return { at: place, message: words.two_options }
  if (options.length > most.options) return { at: place, message: words.too_many_options, values: { n: most.options } }
  const values = options.map(({ value }) => value)
  if (new Set(values).size < values.length) return { at: place, message: words.option_twice }
  for (const { value, says } of options) {
    if (value.trim() === '' || [...value].length > most.option || (kind === 'choices' && value.includes(',')))
      return { at: place, message: wrong.format }
    const found = textWrong(place, says ?? {}, most.option, false)
    if (found) return found
  }
  return undefined
}

const boundsWrong = (at: string, { kind, min, max, least, most: upper, from, until, options }: Question) => {
  const limits = { at: `${at}.max`, message: words.bounds }
  if (kind === 'text') {
    if (!Number.isInteger(max) || max < 1 || max > most.text)
      return { at: `${at}.max`, message: words.text_length, values: { n: most.text } }
    if (min !== undefined && (!Number.isInteger(min) || min < 0 || min > max)) return limits
  }
  if (kind === 'choices' && ((min ?? 0) > Math.min(max, options.length) || max < 1 || (min ?? 0) < 0)) return limits
  if (kind === 'number' && least !== undefined && upper !== undefined && least > upper) return limits
  return kind === 'date' && from !== undefined && until !== undefined && from > until ? limits : undefined
}

/** Tells whether a condition may depend on the field: a choice or a consent, built-in or not. */
export const isSource = (form: BuiltForm, name: string): boolean => {
  const question = form.questions.find((one) => one.name === name)
  if (question) return isChoiceKind(question.kind) || question.kind === 'consent'
  const entry = form.ask[name as keyof typeof form.ask] && fields[name as keyof typeof form.ask]
  return entry !== undefined && (entry.kind === 'choice' || entry.kind === 'stock')
}
/** Lists the names of the asked fields, in the order of the form. */
export const fieldOrderOf = (form: BuiltForm): string[] => sectionsOf(form).flatMap((section) => section.fields)

/**
 * The name of the question about the earlier run, as conditions use it. The step of this question comes after every
 * section, so its condition may name any field.
 */
export const RUN = 'qualifying'

const conditionWrong = (
  place: string,
  form: BuiltForm,
  order: readonly string[],
  { name, when }: Pick<Question, 'name' | 'when'>,
): FormWrong | undefined => {
  if (!when) return undefined
  const { field, is } = when
  if (!isSource(form, field)) return { at: place, message: words.condition_gone }
  // A condition may only name an earlier field. Conditions then never form a circle, and no field appears above the
  // place where the runner is.
  if (name !== RUN && order.indexOf(field) >= order.indexOf(name)) return { at: place, message: words.condition_later }
  return is.length === 0 ? { at: place, message: words.condition_empty } : undefined
}

/**
 * Finds the first error of the conditions of built-in fields. Document, name, mobile and a minor's guardian are always
 * asked, so a condition for one of them is an error.
 */
const builtInWrong = (form: BuiltForm, order: readonly string[]): FormWrong | undefined => {
  for (const [name, when] of Object.entries(form.when)) {
    const at = `form.when.${name}`
    if (name !== RUN && !askableFields.some((field) => field === name)) return { at, message: words.condition_never }
    if (name !== RUN && !form.ask[name as AskableField]) return { at, message: words.condition_unasked }
    const found = conditionWrong(at, form, order, { name, when })
    if (found) return found
  }
  return undefined
}

const knownWrong = (at: string, question: Question, known: KnownField | undefined, reason: string | undefined) => {
  if (known && known.answered > 0 && known.kind !== question.kind)
    return { at: `${at}.kind`, message: words.kind_fixed }
  const kept = known && !known.personal ? known.reason : null
  if (!question.personal && question.kind !== 'file') {
    const said = personalReason(question.says) !== undefined || known?.personal === true
    if (said && !(reason ?? kept ?? '').trim()) return { at: `${at}.personal`, message: words.reason_needed }
  }
  return undefined
}

const sectionWrong = (sections: readonly Section[]): FormWrong | undefined => {
  if (sections.length > most.sections)
    return { at: 'form.sections', message: words.too_many_sections, values: { n: most.sections } }
  for (const [at, { name, says }] of sections.entries()) {
    if (sections.findIndex((one) => one.name === name) !== at)
      return { at: `form.sections.${at}`, message: words.twice }
    const found = isBuiltInSection(name) ? undefined : textWrong(`form.sections.${at}`, says, most.option, true)
    if (found) return found
  }
  return undefined
}

/**
 * Finds the first error of a form. The builder shows the error during typing, and the server refuses a form with an
 * error.
 */
export const formWrong = (
  form: BuiltForm,
  known: Readonly<Record<string, KnownField | undefined>>,
  reasons: Readonly<Record<string, string>>,
): FormWrong | undefined => {
  if (form.questions.length > most.questions)
    return { at: 'form.questions', message: words.too_many, values: { n: most.questions } }
  const section = sectionWrong(form.sections)
  if (section) return section
  const order = fieldOrderOf(form)
  for (const [n, question] of form.questions.entries()) {
    const at = `form.questions.${n}`
    const { name, says, hint } = question
    if (Object.hasOwn(fields, name) || form.questions.findIndex((one) => one.name === name) !== n)
      return { at, message: words.twice }
    const found =
      textWrong(`${at}.says`, says, most.label, true) ??
      textWrong(`${at}.hint`, hint ?? {}, most.help, false) ??
      optionsWrong(at, question) ??
      boundsWrong(at, question) ??
      conditionWrong(`${at}.when`, form, order, question) ??
      knownWrong(at, question, known[name], reasons[name])
    if (found) return found
  }
  return builtInWrong(form, order)
}

/**
 * Copies the shared properties of a field into another event's field. Each event decides whether the field is required
 * and when it shows.
 */
export const sharedInto = (theirs: Question, { required: _required, when: _when, ...shared }: Question): Question => ({
  ...shared,
  required: theirs.required,
  ...(theirs.when ? { when: theirs.when } : {}),
})

/**
 * Adds a field to the form of another event, because every event asks this field. The field goes into the section with
 * the same name, or into a new section. The field keeps its condition only if this form has the field that the
 * condition names.
 */
export const withQuestion = <Form extends BuiltForm>(form: Form, question: Question, section: Section): Form => {
  if (form.questions.some(({ name }) => name === question.name)) return form
  const { when, ...rest } = question
  const joined = form.sections.some(({ name }) => name === section.name)
    ? form.sections.map((one) => (one.name === section.name ? { ...one, fields: [...one.fields, question.name] } : one))
    : [...form.sections, { ...section, fields: [question.name] }]
  return {
    ...form,
    questions: [...form.questions, when && isSource(form, when.field) ? { ...rest, when } : rest],
    sections: joined,
  }
}
