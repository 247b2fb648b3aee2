import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag, Int, Key, Page, RaceId, Time } from '#contract/scalars.ts'
import { publicationStates } from '../publication/publication.rules.ts'
import { outcomes } from '../rules.ts'
import { PICTURES_MOST, protestStates } from './protests.rules.ts'

const text = z.nullable(z.string())
const time = z.nullable(Time)
/** A text of several lines, without other control characters. */
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
    /** The moment until which a protest may be filed; null: nobody may file one. */
    until: time,
    /** The reason why nobody may file a protest now. */
    why: z.nullable(z.enum(['protests_closed', 'protest_late', 'protest_open'])),
    protests: z.array(ProtestShown),
  }),
  refusals: ['protest_not_yours'],
  description: "An account's own result with its protests, and until when one may be filed.",
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
    'Files a protest against the own result, within the time that the race gives after its provisional results; one at a time.',
})

const listed = {
  ...shown,
  eventid: z.number(),
  event: z.string(),
  resultid: z.number(),
  bib: z.string(),
  /** The name in the present result; null if the result is gone. */
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
    /**
     * Chooses the decided protests, the newest first. Otherwise the list has the waiting protests, the oldest first.
     */
    decided: z._default(Flag, false),
    ...Page,
  }),
  output: z.object({ items: z.array(ProtestListed), after: text, open: z.number() }),
  description: 'Protests against results: those that wait for a decision, or those decided.',
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
  description: "Files a protest on a runner's behalf, within the same time.",
})
export const consoleResultsProtestsDecide = post('/console/results/protests/decide', {
  access: { right: 'results.edit' },
  input: z.object({ raceid: RaceId, id: Int, upheld: Flag, decision: Decision }),
  output: z.object({ id: z.number(), state: z.enum(protestStates) }),
  refusals: ['protest_not_found', 'protest_decided'],
  description:
    'Decides a protest with a sentence that its runner is told. Staff correct the result apart from the decision.',
})
