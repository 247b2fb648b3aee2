import { fields } from '../fields.rules.ts'
import { type AskableField, askableFields } from '../lists.rules.ts'
import type { Question, Section } from './question.contract.ts'

/** The steps that every form may have, in their order. The first step asks for the document and always stays first. */
export const builtInSections = ['who', 'contact', 'emergency', 'more'] as const
export type BuiltInSection = (typeof builtInSections)[number]
export const isBuiltInSection = (name: string): name is BuiltInSection =>
  builtInSections.some((section) => section === name)

/** The parts of a form that decide the place of its fields. */
export type Arranged = {
  ask: Partial<Record<AskableField, 'required' | 'optional'>>
  questions: readonly Pick<Question, 'name'>[]
  sections: readonly Section[]
}

const isAskable = (name: string): name is AskableField => askableFields.some((field) => field === name)
/** Returns the step of a field that no section names. */
const usual = (name: string): BuiltInSection => {
  const step = isAskable(name) ? fields[name].step : 'more'
  return isBuiltInSection(step) ? step : 'more'
}

/**
 * Lists the sections of a form, each with its fields. The section `who` comes first, and the other sections follow in
 * their order. Every asked field belongs to exactly one section. The name of a field that the form does not ask has no
 * effect.
 */
export const sectionsOf = ({ ask, questions, sections }: Arranged): Section[] => {
  const left = new Set<string>([...askableFields.filter((name) => ask[name]), ...questions.map(({ name }) => name)])
  const placed: Section[] = []
  const listed = sections.filter(({ name }, at) => sections.findIndex((one) => one.name === name) === at)
  const missing = builtInSections.filter((name) => listed.every((one) => one.name !== name))
  const whole = [...missing.map((name): Section => ({ name, says: {}, fields: [] })), ...listed]
  const who = whole.findIndex(({ name }) => name === 'who')
  for (const section of [whole[who]!, ...whole.filter((_, at) => at !== who)])
    placed.push({ ...section, fields: section.fields.filter((name) => left.delete(name)) })
  for (const name of left) placed.find((section) => section.name === usual(name))!.fields.push(name)
  return placed
}
