import * as z from 'zod/mini'
import { Day } from '#contract/scalars.ts'
import { langs } from '#contract/words.ts'

export const questionKinds = ['text', 'number', 'choice', 'choices', 'date', 'file', 'consent'] as const
export type QuestionKind = (typeof questionKinds)[number]
/** Kinds whose answer names options; `choices` names several, joined by commas. */
export const isChoiceKind = (kind: string): boolean => kind === 'choice' || kind === 'choices'

export const Words = z.partialRecord(z.enum(langs), z.string())
export const Option = z.object({ value: z.string(), says: z.optional(Words) })
/** Shown where the field that it names was answered with one of these. */
export const Condition = z.object({ field: z.string(), is: z.array(z.string()) })
export type Condition = z.output<typeof Condition>

/** A field of an event's own; its answer stands under its name in `answers`. */
export const Question = z.object({
  name: z.string().check(z.regex(/^[a-z][a-z0-9_]{0,30}$/)),
  kind: z.enum(questionKinds),
  required: z._default(z.boolean(), false),
  says: Words,
  hint: z.optional(Words),
  options: z._default(z.array(Option), []),
  /** The fewest characters of a text, or options of several. */
  min: z.optional(z.number()),
  /** The most characters of a text, or options of several. */
  max: z._default(z.number(), 100),
  /** Bounds of a number, both included. */
  least: z.optional(z.number()),
  most: z.optional(z.number()),
  /** Bounds of a date, both included. */
  from: z.optional(Day),
  until: z.optional(Day),
  /** Its answers are sealed. Always so for a file. */
  personal: z._default(z.boolean(), false),
  when: z.optional(Condition),
})
export type Question = z.output<typeof Question>

/**
 * A section of the form: a step of its own, with the names of its fields in their order. `who`, `contact`, `emergency`
 * and `more` are the built-in steps, which have titles of ours.
 */
export const Section = z.object({
  name: z.string().check(z.regex(/^[a-z][a-z0-9_]{0,30}$/)),
  says: z._default(Words, {}),
  fields: z._default(z.array(z.string()), []),
})
export type Section = z.output<typeof Section>
