import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag, Int, Key, Page, RaceId, Time } from '#contract/scalars.ts'
import { publicationStates } from '../publication/publication.rules.ts'
import { outcomes } from '../rules.ts'
import { PICTURES_MOST, protestStates } from './protests.rules.ts'

const text = z.nullable(z.string())
const time = z.nullable(Time)
/** A text of several lines. Line breaks and tabs are its only control characters. */
const Content = z.string().check(z.trim(), z.minLength(5), z.maxLength(1000), z.regex(/^(\P{Cc}|[\n\r\t])*$/u))
const Decision = z.string().check(z.trim(), z.minLength(2), z.maxLength(300), z.regex(/^\P{Cc}*$/u))

const shown = {
  id: z.number(),
  content: z.string(),
  pictures: z.array(z.string()),
  state: z.enum(protestStates),
  decision: text,
  created_at: Time,
  decided_at: time,
}
export const ProtestShown = z.object(shown)
export type ProtestShown = z.output<typeof ProtestShown>

export const resultsProtestShow = post('/results/protest/show', {
  access: 'runner',
  input: z.object({ key: Key }),
  output: z.object({
    raceid: z.number(),
    name: text,
    bib: z.string(),
    event: z.string(),
    state: z.enum(publicationStates),
    /** The moment until which a protest may be filed. Null: the runner cannot file one. */
    until: time,
    /** The reason why the runner cannot file a protest at this moment. */
    why: z.nullable(z.enum(['protests_closed', 'protest_late', 'protest_open'])),
    protests: z.array(ProtestShown),
  }),
  refusals: ['protest_not_yours'],
  description: "An account's own result with its protests, and the moment until which the runner may file one.",
})

export const resultsProtestFile = post('/results/protest/file', {
  access: 'runner',
  input: z.object({
    key: Key,
    content: Content,
    /** Private files that the account uploaded (`/stor/upload`, purpose proof). */
    pictures: z._default(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(PICTURES_MOST)), []),
  }),
  output: ProtestShown,
  refusals: ['protest_not_yours', 'protests_closed', 'protest_late', 'protest_open', 'picture_not_yours'],
  description:
    "Files a protest against the runner's own result. The race sets how long after its provisional results this is possible. A result has one open protest at a time.",
})

const listed = {
  ...shown,
  eventid: z.number(),
  event: z.string(),
  resultid: z.number(),
  bib: z.string(),
  /** The runner's name in the present result; null if the result is gone or has no name. */
  name: text,
  outcome: z.nullable(z.enum(outcomes)),
  time: text,
  place: z.nullable(z.number()),
  /** The member of staff who filed the protest for the runner. */
  filed_by: text,
  decided_by: text,
}
export const ProtestListed = z.object(listed)
export type ProtestListed = z.output<typeof ProtestListed>

export const consoleResultsProtests = post('/console/results/protests', {
  access: { right: 'results.edit' },
  input: z.object({
    raceid: RaceId,
    eventid: z.optional(Int),
    /** True for the decided protests, newest first. Otherwise the list has the open protests, oldest first. */
    decided: z._default(Flag, false),
    ...Page,
  }),
  output: z.object({ items: z.array(ProtestListed), after: text, open: z.number() }),
  description: 'Protests against results, either the open or the decided ones.',
})
export const consoleResultsProtestsFile = post('/console/results/protests/file', {
  access: { right: 'results.edit' },
  input: z.object({
    raceid: RaceId,
    eventid: Int,
    bib: z.string().check(z.trim(), z.minLength(1), z.maxLength(20)),
    content: Content,
  }),
  output: z.object({ id: z.number() }),
  refusals: ['result_not_found', 'protests_closed', 'protest_late', 'protest_open'],
  description: "Files a protest for a runner, within the same time as the runner's own.",
})
export const consoleResultsProtestsDecide = post('/console/results/protests/decide', {
  access: { right: 'results.edit' },
  input: z.object({ raceid: RaceId, id: Int, upheld: Flag, decision: Decision }),
  output: z.object({ id: z.number(), state: z.enum(protestStates) }),
  refusals: ['protest_not_found', 'protest_decided'],
  description:
    'Decides a protest, with a sentence that the runner reads. A correction of the result is a call of its own.',
})
