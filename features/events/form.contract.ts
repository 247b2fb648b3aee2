import * as z from 'zod/mini'
import { Day, Whole } from '#contract/scalars.ts'
import { askOfNewEvent, askableFields } from '#features/fields/lists.rules.ts'
import { Condition, Option, Question, Section, Words } from '#features/fields/own/question.contract.ts'

export const documentTypes = ['idcard', 'hkpass', 'other', 'passport'] as const

/** One question of the quiz before sign-up. `right` is the correct option, which never leaves the server. */
const QuizQuestion = z.object({
  name: z.string().check(z.regex(/^[a-z][a-z0-9_]{0,30}$/)),
  says: Words,
  options: z.array(Option).check(z.minLength(2), z.maxLength(8)),
  right: z.optional(z.string()),
})
/**
 * A qualifying time for a gender and an age range on race day (both ends included). The runner needs this many seconds
 * or less.
 */
const Standard = z.object({
  gender: z.enum(['male', 'female']),
  age_from: Whole,
  age_to: Whole,
  seconds: Whole,
})
/**
 * The rules for qualifying by an earlier time. With `direct` an entrant who meets the standard gets a place without the
 * draw. If the event reviews proofs, the proof must be approved. The earlier run was on the day `since` or later.
 */
export const Qualifying = z.object({
  ask: z.enum(['optional', 'required']),
  since: z.optional(Day),
  standards: z._default(z.array(Standard), []),
  direct: z._default(z.boolean(), false),
})
/**
 * A start zone. The list begins with the fastest zone. A zone takes runners with a time of `faster_than` seconds or
 * less, and the last zone takes everybody. A counter of kind `zone` limits the places of a zone.
 */
const Zone = z.object({ name: z.string().check(z.minLength(1), z.maxLength(8)), faster_than: z.optional(Whole) })
/** The value of `events.form`: the fields that an event asks. An empty object means the defaults. */
export const EventForm = z.object({
  idtypes: z._default(z.array(z.enum(documentTypes)), [...documentTypes]),
  /**
   * Fields that an event may ask. Every event also asks document, name, gender, birth and mobile. `area` means
   * province, city and area together.
   */
  ask: z._default(z.partialRecord(z.enum(askableFields), z.enum(['required', 'optional'])), askOfNewEvent),
  clothes: z._default(z.array(z.string()), ['XS', 'S', 'M', 'L', 'XL', '2XL', '3XL']),
  packagebus: z._default(z.array(z.string()), []),
  /** The least and the largest age that the event admits, in completed years on race day. */
  min_age: z.optional(Whole),
  max_age: z.optional(Whole),
  questions: z._default(z.array(Question), []),
  /**
   * The conditions of built-in fields, by the name of the field. The name `qualifying` stands for the questions about
   * the qualifying time. The fields that every event asks have no condition.
   */
  when: z._default(z.record(z.string(), Condition), {}),
  /** The sections of the form, in their order. A field that no section names belongs to its usual section. */
  sections: z._default(z.array(Section), []),
  quiz: z._default(z.array(QuizQuestion), []),
  qualifying: z.optional(Qualifying),
  /** The start zones. A fun run without zones uses zone F (docs/behaviour/sign-up.md, Start zones). */
  zones: z._default(z.array(Zone), []),
})
export type EventForm = z.output<typeof EventForm>
