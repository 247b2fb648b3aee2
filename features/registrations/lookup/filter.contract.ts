import * as z from 'zod/mini'
import { Day, Int, Search } from '#contract/scalars.ts'
import { registrationStates } from '../contract.ts'

export const listedStates = [...registrationStates, 'closed', 'deleted'] as const
export type ListedState = (typeof listedStates)[number]
/** The possible orders of a list of registrations. Each has an index. */
export const registrationSorts = ['newest', 'oldest', 'name', 'bib', 'paid', 'youngest', 'eldest'] as const
export type RegistrationSort = (typeof registrationSorts)[number]

const Age = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(150))
const Word = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))

/** Filters of staff for the registrations of a race. Days are those of the race's clock, both included. */
export const filterOfRegistrations = {
  eventid: z.optional(Int),
  state: z.optional(z.enum(listedStates)),
  paid: z.optional(z.enum(['0', '1', '2'])),
  q: z._default(Search, ''),
  gender: z.optional(z.enum(['male', 'female'])),
  /** Completed years on race day, both included. */
  age_from: z.optional(Age),
  age_to: z.optional(Age),
  /** It needs the right to open sealed columns: a filter tells where people live. */
  province: z.optional(Word),
  since: z.optional(Day),
  upto: z.optional(Day),
  tag: z.optional(Word),
  /** Any part of a team's name. */
  team: z.optional(Word),
  /** The whole code of an invitation. */
  code: z.optional(Word),
  clothes: z.optional(Word),
  bib: z.optional(z.enum(['0', '1'])),
  sort: z._default(z.enum(registrationSorts), 'newest'),
}
