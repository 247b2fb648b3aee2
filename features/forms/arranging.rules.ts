import { type AskableField, askableFields } from '#features/fields/lists.rules.ts'
import { fields } from '#features/fields/fields.rules.ts'
import type { QuestionKind } from '#features/fields/own/kinds.rules.ts'
import type { Condition, Question, Section } from '#features/fields/own/question.contract.ts'
import { isBuiltInSection, sectionsOf } from '#features/fields/own/sections.rules.ts'
import type { BuiltForm } from './contract.ts'

/** Returns a name that no field has. If two fields had one name, their answers would be mixed. */
export const freeName = (letter: string, taken: Iterable<string>): string => {
  const names = new Set(taken)
  let n = 1
  while (names.has(`${letter}${n}`) || Object.hasOwn(fields, `${letter}${n}`)) n++
  return `${letter}${n}`
}

const arranged = <Form extends BuiltForm>(form: Form): Form => ({ ...form, sections: sectionsOf(form) })

/** Moves a field one place up or down. At an end of its section the field moves into the neighbouring section. */
export const movedField = <Form extends BuiltForm>(form: Form, name: string, by: -1 | 1): Form => {
  const sections = sectionsOf(form)
  const at = sections.findIndex((section) => section.fields.includes(name))
  const own = sections[at]
  if (!own) return form
  const place = own.fields.indexOf(name)
  const rest = own.fields.filter((field) => field !== name)
  const within = place + by >= 0 && place + by <= rest.length
  const next = sections[at + by]
  if (!within && !next) return form
  return {
    ...form,
    sections: sections.map((section, n) => {
      if (n === at) return { ...section, fields: within ? rest.toSpliced(place + by, 0, name) : rest }
      if (within || n !== at + by) return section
      return { ...section, fields: by < 0 ? [...section.fields, name] : [name, ...section.fields] }
    }),
  }
}

/** Moves a field to a place of a section. `at` counts the other fields of that section that come before it. */
export const fieldAt = <Form extends BuiltForm>(form: Form, name: string, section: string, at: number): Form => {
  const sections = sectionsOf(form)
  if (sections.every((one) => one.name !== section) || sections.every(({ fields }) => !fields.includes(name)))
    return form
  return {
    ...form,
    sections: sections.map((one) => {
      const others = one.fields.filter((field) => field !== name)
      return { ...one, fields: one.name === section ? others.toSpliced(Math.max(0, at), 0, name) : others }
    }),
  }
}

/** Moves a section to a place. `at` counts the other sections before it. The first section stays the first. */
export const sectionAt = <Form extends BuiltForm>(form: Form, name: string, at: number): Form => {
  const sections = sectionsOf(form)
  const moved = sections.find((section, n) => section.name === name && n > 0)
  if (!moved) return form
  const others = sections.filter((section) => section !== moved)
  return { ...form, sections: others.toSpliced(Math.max(1, at), 0, moved) }
}

/** Returns the place of a field: its section, its number there (from 1), and the number of fields of the section. */
export const positionOfField = (
  form: BuiltForm,
  name: string,
): { section: string; n: number; of: number } | undefined => {
  const section = sectionsOf(form).find(({ fields }) => fields.includes(name))
  return section && { section: section.name, n: section.fields.indexOf(name) + 1, of: section.fields.length }
}

/** Moves a section one place up or down. The first section asks for the document and stays the first. */
export const movedSection = <Form extends BuiltForm>(form: Form, name: string, by: -1 | 1): Form => {
  const sections = sectionsOf(form)
  const at = sections.findIndex((section) => section.name === name)
  const to = at + by
  if (at < 1 || to < 1 || to >= sections.length) return form
  return { ...form, sections: sections.toSpliced(at, 1).toSpliced(to, 0, sections[at]!) }
}

export const withSection = <Form extends BuiltForm>(form: Form): Form => {
  const sections = sectionsOf(form)
  const name = freeName(
    's',
    sections.map((section) => section.name),
  )
  return { ...form, sections: [...sections, { name, says: {}, fields: [] }] }
}
/**
 * Removes a section of the event's own. Its built-in fields go back to their usual sections, and the own fields go to
 * the section `more`.
 */
export const withoutSection = <Form extends BuiltForm>(form: Form, name: string): Form =>
  isBuiltInSection(name)
    ? form
    : arranged({ ...form, sections: sectionsOf(form).filter((section) => section.name !== name) })

const placed = (form: BuiltForm, section: string, name: string): Section[] =>
  sectionsOf(form).map((one) =>
    one.name === section
      ? { ...one, fields: [...one.fields.filter((field) => field !== name), name] }
      : { ...one, fields: one.fields.filter((field) => field !== name) },
  )

/** Adds a field of the event's own at the end of a section. */
export const withAskedField = <Form extends BuiltForm>(form: Form, section: string, question: Question): Form => {
  const extended = { ...form, questions: [...form.questions.filter(({ name }) => name !== question.name), question] }
  return { ...extended, sections: placed(extended, section, question.name) }
}
/** Adds a built-in field at the end of a section. */
export const withBuiltIn = <Form extends BuiltForm>(form: Form, section: string, name: AskableField): Form => {
  const extended = { ...form, ask: { ...form.ask, [name]: 'optional' as const } }
  return { ...extended, sections: placed(extended, section, name) }
}
export const withoutField = <Form extends BuiltForm>(form: Form, name: string): Form => {
  const { [name as AskableField]: _, ...ask } = form.ask
  const { [name]: _condition, ...when } = form.when
  return arranged({ ...form, ask, when, questions: form.questions.filter((question) => question.name !== name) })
}
export const notAsked = (form: BuiltForm): AskableField[] =>
  askableFields.filter((name) => form.ask[name] === undefined)

export const freshQuestion = (name: string, kind: QuestionKind): Question => ({
  name,
  kind,
  required: false,
  says: {},
  options: kind === 'choice' || kind === 'choices' ? [{ value: 'o1' }, { value: 'o2' }] : [],
  max: 100,
  personal: kind === 'file',
})
/** Changes the kind of a question that nobody has answered. The limits of the former kind do not stay. */
export const ofKind = (question: Question, kind: QuestionKind): Question => {
  const { name, says, hint, required, when, personal, options } = question
  const fresh = freshQuestion(name, kind)
  return {
    ...fresh,
    says,
    required,
    ...(hint ? { hint } : {}),
    ...(when ? { when } : {}),
    personal: personal || fresh.personal,
    options: fresh.options.length > 0 && options.length > 1 ? options : fresh.options,
  }
}

/** Sets or removes the condition of a field. */
export const conditioned = <Form extends BuiltForm>(form: Form, name: string, when: Condition | undefined): Form => {
  const { [name]: _, ...others } = form.when
  if (form.questions.every((question) => question.name !== name))
    return { ...form, when: when ? { ...others, [name]: when } : others }
  return {
    ...form,
    questions: form.questions.map((question) => {
      if (question.name !== name) return question
      const { when: _before, ...rest } = question
      return when ? { ...rest, when } : rest
    }),
  }
}
