import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag, Int, Page, RaceId, Search, Time } from '#contract/scalars.ts'
import { genders, outcomes } from '../rules.ts'
import { deskSorts } from './desk.rules.ts'

const text = z.nullable(z.string())
const count = z.nullable(z.number())
const Side = z.object({ outcome: z.enum(outcomes), time: text, nettime: text })

/** A result as staff see it at the results desk. */
export const DeskRow = z.object({
  id: z.number(),
  _key: z.string(),
  eventid: z.number(),
  event: z.string(),
  bib: z.string(),
  name: text,
  gender: z.nullable(z.enum(genders)),
  agegroup: text,
  field: z.string(),
  club: text,
  outcome: z.enum(outcomes),
  reason: text,
  time: text,
  nettime: text,
  place: count,
  matched: z.boolean(),
  handed_in: z.boolean(),
  /** The side that hides the name: the runner or staff. Null if the name is shown. */
  hidden: z.nullable(z.enum(['runner', 'staff'])),
  /** The result before its corrections. */
  before: z.nullable(Side),
  /** The doubts that nobody has settled. `says` is the text of a doubt that comes from a file. */
  doubts: z.array(z.object({ word: z.string(), says: text })),
  updated_at: Time,
})
export type DeskRow = z.output<typeof DeskRow>

export const consoleResultsBrowse = post('/console/results/browse', {
  access: { right: 'results.edit' },
  input: z.object({
    raceid: RaceId,
    eventid: z.optional(Int),
    /** A bib, the end of a bib, or part of a name. */
    q: z._default(Search, ''),
    gender: z.optional(z.enum(genders)),
    agegroup: z.optional(z.string().check(z.maxLength(40))),
    field: z.optional(z.string().check(z.maxLength(20))),
    outcome: z.optional(z.enum(outcomes)),
    club: z._default(Search, ''),
    doubtful: z._default(Flag, false),
    corrected: z._default(Flag, false),
    hidden: z._default(Flag, false),
    unmatched: z._default(Flag, false),
    sort: z._default(z.enum(deskSorts), 'place'),
    /** True if the order is reversed. The order by rank cannot be reversed. */
    down: z._default(Flag, false),
    ...Page,
  }),
  output: z.object({
    items: z.array(DeskRow),
    after: text,
    /** The number of matches. Only the first page has it. */
    total: count,
    /** The choices of the filters by age group and by field. Only the first page has them. */
    agegroups: z.array(z.string()),
    fields: z.array(z.string()),
  }),
  description:
    'All results of a race as its staff have them, published or not. The call filters them, searches by bib or part of a name, and sorts by a column. Filters find results that are doubtful, hidden, corrected, or without a registration.',
})
