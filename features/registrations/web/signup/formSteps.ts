import type { FormField, RaceEvent } from '#features/events/contract.ts'
import { fields } from '#features/fields/fields.rules.ts'
import { placeFields, typedFields } from '#features/fields/lists.rules.ts'
import { shownFields } from '#features/fields/own/conditions.rules.ts'
import { type BuiltInSection, builtInSections, isBuiltInSection } from '#features/fields/own/sections.rules.ts'
import type { Consent, ConsentName } from '../../signup/consents.contract.ts'
import { type Draft, valueOf } from './draft.ts'

/** A step of the form. A section of the event is a step under its own name. */
export type StepName = 'event' | 'quiz' | BuiltInSection | 'qualifying' | 'review' | `own-${string}`
const stepOfSection = (name: string): StepName => (isBuiltInSection(name) ? name : `own-${name}`)
/** Lists the fields of the event's form that show for the filled-in values. */
export const visibleFieldsOf = (event: RaceEvent, draft: Draft): ReadonlySet<string> => {
  const inForm = new Set(event.form.fields.map(({ name }) => name))
  const { fields: all, qualifying } = event.form
  return shownFields([...all, { name: 'qualifying', when: qualifying?.when }], (name) =>
    inForm.has(name) ? valueOf(draft, name) : '',
  )
}
/** Lists the fields of a step. Without a draft the list also has the fields that appear only after certain answers. */
export const fieldsOfStep = (event: RaceEvent | undefined, step: StepName, draft?: Draft): FormField[] => {
  const shown = event && draft ? visibleFieldsOf(event, draft) : undefined
  return (
    event?.form.fields.filter(
      ({ name, section }) => stepOfSection(section) === step && (shown === undefined || shown.has(name)),
    ) ?? []
  )
}
/** Lists the parts of the form in their order: the event, the quiz, the sections, the earlier run, the summary. */
export const partsFor = (event: RaceEvent | undefined, draft?: Draft): StepName[] => {
  const sections: StepName[] = event
    ? event.form.sections
        .map(({ name }) => stepOfSection(name))
        .filter((step) => step === 'who' || step === 'contact' || fieldsOfStep(event, step, draft).length > 0)
    : [...builtInSections]
  return [
    'event',
    ...(event?.form.quiz.length ? (['quiz'] as const) : []),
    ...sections,
    ...(event?.form.qualifying && (!draft || visibleFieldsOf(event, draft).has('qualifying'))
      ? (['qualifying'] as const)
      : []),
    'review',
  ]
}

/** The steps of the form. Each shows one or more parts. */
const leads = ['event', 'quiz', 'who', 'more', 'review'] as const
/**
 * Returns the step that shows a part of the form. The step `who` shows all details of the runner. The step `more` shows
 * all further questions.
 */
export const leadOf = (part: StepName): StepName =>
  part === 'contact' || part === 'emergency' ? 'who' : leads.some((one) => one === part) ? part : 'more'
/**
 * Lists the steps: the event, the runner, further questions if there are any, and the summary. A quiz adds one step.
 */
export const stepsFor = (event: RaceEvent | undefined, draft?: Draft): StepName[] => {
  const shown = new Set(partsFor(event, draft).map(leadOf))
  return leads.filter((step) => shown.has(step))
}
export const partsOfStep = (step: StepName, event: RaceEvent | undefined, draft?: Draft): StepName[] =>
  partsFor(event, draft).filter((part) => leadOf(part) === step)

const atOnce: readonly ConsentName[] = ['sensitive', 'guardian']
/**
 * Lists the consents of a step. The form asks for the consent to sensitive data and the guardian's consent beside the
 * data, and for the other consents at the end.
 */
export const consentsAt = (step: 'who' | 'review', consents: readonly Consent[], underAge: boolean): Consent[] =>
  consents.filter(
    (consent) => (consent.asked !== 'under_age' || underAge) && atOnce.includes(consent.name) === (step === 'who'),
  )

/** Finds the part of the form that shows the field with a fault from the server. */
const partOfWrong = (name: string, event: RaceEvent | undefined): StepName => {
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
  const formField = event?.form.fields.find(({ name }) => name === (place ? 'area' : field))
  return formField ? stepOfSection(formField.section) : 'review'
}
export const stepOfWrong = (name: string, event: RaceEvent | undefined): StepName => leadOf(partOfWrong(name, event))
