import * as z from 'zod/mini'
import { Day } from '#contract/scalars.ts'
import { langs } from '#contract/words.ts'
import { questionKinds } from './kinds.rules.ts'

export const Words = z.partialRecord(z.enum(langs), z.string())
export const Option = z.object({ value: z.string(), says: z.optional(Words) })
/** The condition under which the form shows a field: the field that `field` names has one of the answers in `is`. */
export const Condition = z.object({ field: z.string(), is: z.array(z.string()) })
export type Condition = z.output<typeof Condition>

/** An event's own field. `answers` holds its answer under its name. */
export const Question = z.object({
  name: z.string().check(z.regex(/^[a-z][a-z0-9_]{0,30}$/)),
  kind: z.enum(questionKinds),
  required: z._default(z.boolean(), false),
  says: Words,
  hint: z.optional(Words),
  options: z._default(z.array(Option), []),
  /** The least number of a text's characters, or of chosen options. */
  min: z.optional(z.number()),
  /** The largest number of a text's characters, or of chosen options. */
  max: z._default(z.number(), 100),
  /** The bounds of a number, both included. */
  least: z.optional(z.number()),
  most: z.optional(z.number()),
  /** The bounds of a date, both included. */
  from: z.optional(Day),
  until: z.optional(Day),
  /** True if the answers are sealed. Files are always sealed. */
  personal: z._default(z.boolean(), false),
  /** True if desks show the photo beside the runner. Only a field for a photo may set `desk`. */
  desk: z.optional(z.boolean()),
  when: z.optional(Condition),
})
export type Question = z.output<typeof Question>

/**
 * A section of the form: a step with the names of its fields in their order. `who`, `contact`, `emergency` and `more`
 * are the built-in steps, whose titles the screens have.
 */
export const Section = z.object({
  name: z.string().check(z.regex(/^[a-z][a-z0-9_]{0,30}$/)),
  says: z._default(Words, {}),
  fields: z._default(z.array(z.string()), []),
})
export type Section = z.output<typeof Section>
