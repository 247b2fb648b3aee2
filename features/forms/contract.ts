import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Int, RaceId } from '#contract/scalars.ts'
import { RaceEvent } from '#features/events/contract.ts'
import { askableFields } from '#features/fields/lists.rules.ts'
import { Condition, Question, Section } from '#features/fields/own/question.contract.ts'

/**
 * The parts of an event's form that the builder changes. The event's own page has documents, ages, sizes and the quiz.
 */
export const BuiltForm = z.object({
  ask: z.partialRecord(z.enum(askableFields), z.enum(['required', 'optional'])),
  sections: z.array(Section).check(z.maxLength(60)),
  questions: z.array(Question).check(z.maxLength(400)),
  /** The conditions of built-in fields, by name. The key `qualifying` stands for the question about the earlier run. */
  when: z._default(z.record(z.string().check(z.maxLength(31)), Condition), {}),
})
export type BuiltForm = z.output<typeof BuiltForm>

/**
 * An own field of a race. `answered` is the number of registrations with an answer. After the first answer the kind of
 * the field is fixed, and the field can be retired but not deleted. `events` are the events that ask the field.
 * `reason` tells why the field is not personal although its label looks personal.
 */
export const OwnField = z.object({
  question: Question,
  answered: z.number(),
  retired: z.boolean(),
  events: z.array(z.number()),
  reason: z.nullable(z.string()),
})
export type OwnField = z.output<typeof OwnField>

const FormEdited = z.object({
  eventid: z.number(),
  event: z.string(),
  updated_at: z.string(),
  form: BuiltForm,
  fields: z.array(OwnField),
  /** Shirt sizes and bus lines that the event offers. */
  offered: z.object({ clothes: z.array(z.string()), packagebus: z.array(z.string()) }),
  /** True if the event asks for an earlier run. Staff set the rules for this run on the event's own page. */
  qualifying: z.boolean(),
  /** The race's events, in their order. */
  events: z.array(z.object({ id: z.number(), name: z.string() })),
})
export type FormEdited = z.output<typeof FormEdited>

export const consoleFormsShow = post('/console/forms/show', {
  access: { right: 'events.edit' },
  input: z.object({ raceid: RaceId, eventid: Int }),
  output: FormEdited,
  refusals: ['event_not_found'],
  description: "Shows an event's sign-up form in its builder, with every own field of the race.",
})
export const consoleFormsPreview = post('/console/forms/preview', {
  access: { right: 'events.edit' },
  input: z.object({ raceid: RaceId, eventid: Int }),
  output: RaceEvent,
  refusals: ['event_not_found'],
  description:
    "Shows an event as runners will see it, before or after publication. The builder's phone uses it to draw the form.",
})
export const consoleFormsSave = post('/console/forms/save', {
  access: { right: 'events.edit' },
  input: z.object({
    raceid: RaceId,
    eventid: Int,
    /** The `updated_at` of the event that the caller has read. */
    updated_at: z.string().check(z.maxLength(40)),
    form: BuiltForm,
    /** Names of own fields that every event of the race asks after this call. */
    everywhere: z._default(z.array(z.string().check(z.maxLength(31))).check(z.maxLength(400)), []),
    /** The reason why a field is not personal although its label looks personal, by the name of the field. */
    reasons: z._default(z.record(z.string().check(z.maxLength(31)), z.string().check(z.trim(), z.maxLength(300))), {}),
  }),
  output: FormEdited,
  refusals: ['event_not_found', 'event_changed_meanwhile'],
  description:
    "Saves an event's form. A field with answers keeps its kind. It is retired when no event asks it any more. When " +
    'a field becomes personal, its earlier answers are sealed. A refusal names the wrong parts.',
})
