import * as z from 'zod/mini'
import { Day, Int, Search } from '#contract/scalars.ts'
import { type FieldName, type FieldsWith, fields } from '#features/fields/fields.rules.ts'
import { registrationStates } from '../contract.ts'

/** The states of a list of staff. `left`: the runner left the race or the waitlist, or has the whole fee back. */
export const listedStates = [...registrationStates, 'left', 'closed', 'deleted'] as const
export type ListedState = (typeof listedStates)[number]
/** The states that the list shows if the filter names no state. */
export const standingStates = listedStates.filter(
  (one): one is Exclude<ListedState, 'left' | 'closed' | 'deleted'> =>
    one !== 'left' && one !== 'closed' && one !== 'deleted',
)
/** The possible sort orders of a list of registrations. The database has an index for each order. */
export const registrationSorts = [
  'newest',
  'oldest',
  'name',
  'name_down',
  'bib',
  'bib_down',
  'paid',
  'unpaid',
  'youngest',
  'eldest',
] as const
export type RegistrationSort = (typeof registrationSorts)[number]

/** The filters by payment. `0` also finds registrations that owe nothing, for example while they are under review. */
export const paidFilters = ['due', '0', '1', '2'] as const
export type PaidFilter = (typeof paidFilters)[number]

const Age = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(150))
const Word = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))

/**
 * The built-in fields that have a fixed choice of answers, are in open columns, and have no filter by their own name.
 */
export const choiceFilters = (Object.keys(fields) as FieldName[]).filter(
  (name): name is ChoiceFilter =>
    (fields[name].kind === 'choice' || fields[name].kind === 'stock') &&
    fields[name].sealed === null &&
    name !== 'clothes',
)
type ChoiceFilter = Exclude<FieldsWith<{ kind: 'choice' | 'stock'; sealed: null }>, 'clothes'>
/** The name of a race's own field, as a filter. */
const AnswerTo = z.string().check(z.maxLength(39), z.regex(/^answers\.[a-z][a-z0-9_]{0,30}$/))
const FieldFilters = z.record(z.string(), Word).check(
  z.refine((given) =>
    Object.keys(given).every((name) => choiceFilters.some((one) => one === name) || AnswerTo.safeParse(name).success),
  ),
  z.refine((given) => Object.keys(given).length <= 20),
)

/** Filters of staff for the registrations of a race. Days are on the race's clock, the first and last day included. */
export const filterOfRegistrations = {
  eventid: z.optional(Int),
  state: z.optional(z.enum(listedStates)),
  /** The payment status, or `due`: the registration is unpaid and its fee can be paid. */
  paid: z.optional(z.enum(paidFilters)),
  q: z._default(Search, ''),
  gender: z.optional(z.enum(['male', 'female'])),
  /** The least and the greatest age in completed years on race day, both included. */
  age_from: z.optional(Age),
  age_to: z.optional(Age),
  /** This filter needs the right to open sealed columns, because it tells where people live. */
  province: z.optional(Word),
  since: z.optional(Day),
  upto: z.optional(Day),
  tag: z.optional(Word),
  /** Any part of a team's name. */
  team: z.optional(Word),
  /** The whole code of an invitation. */
  code: z.optional(Word),
  clothes: z.optional(Word),
  /** An add-on that the registration holds. `3.medal` is the add-on `medal` that event 3 sells. */
  addon: z.optional(z.string().check(z.regex(/^\d{1,9}\.[a-z0-9]{1,12}$/))),
  bib: z.optional(z.enum(['0', '1'])),
  /** The wanted answer of each field. An own field with the name `club` is written as `answers.club`. */
  fields: z.optional(FieldFilters),
  /** The ids of the ticked rows of the list. */
  ids: z.optional(z.array(Int).check(z.minLength(1), z.maxLength(1000))),
  sort: z._default(z.enum(registrationSorts), 'newest'),
}
