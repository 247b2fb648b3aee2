import * as z from 'zod/mini'
import { post, upload } from '#contract/endpoint.ts'
import { Int, Key, Page, RaceId, Time, Typed } from '#contract/scalars.ts'

export const submissionStates = ['waiting', 'taken', 'refused'] as const
export type SubmissionState = (typeof submissionStates)[number]
const text = z.nullable(z.string())

/** A race time as a person types it: `3:24:05`, `24:05`. */
export const RaceTime = z.string().check(z.trim(), z.regex(/^(\d{1,3}:)?[0-5]?\d:[0-5]\d$/))

const shown = {
  id: z.number(),
  eventid: z.number(),
  event: z.string(),
  name: z.string(),
  bib: text,
  time: z.string(),
  note: z.string(),
  state: z.enum(submissionStates),
  reason: text,
  taken_time: text,
  created_at: Time,
  decided_at: z.nullable(Time),
}
export const HandedIn = z.object({ ...shown, key: z.string(), proof: z.string() })
export type HandedIn = z.output<typeof HandedIn>

export const resultsMine = post('/results/mine', {
  access: 'runner',
  input: z.object({ raceid: RaceId }),
  output: z.object({
    open: z.boolean(),
    /** The account's registrations of the race. `why` is the reason if a registration cannot get a submitted result. */
    entries: z.array(
      z.object({
        key: z.string(),
        eventid: z.number(),
        event: z.string(),
        name: z.string(),
        bib: text,
        why: z.nullable(z.enum(['has_result', 'waits'])),
      }),
    ),
    handed: z.array(HandedIn),
  }),
  description:
    "The account's registrations of a race for which the runner can submit a result, and the results submitted so far, newest first.",
})

export const resultsHandin = upload('/results/handin', {
  access: 'runner',
  input: z.object({
    key: Key,
    time: RaceTime,
    note: z._default(Typed(200), ''),
  }),
  output: HandedIn,
  refusals: [
    'handin_closed',
    'handin_not_yours',
    'handin_has_result',
    'handin_waits',
    'handin_implausible',
    'handin_too_early',
    'file_missing',
    'same_file',
    'not_a_picture',
    'picture_too_large',
  ],
  description:
    'Submits a result with its proof (one picture: gif, jpg, jpeg, png or bmp by its content). The same file is accepted only once.',
})

export const consoleResultsHandins = post('/console/results/handins', {
  access: { right: 'results.edit' },
  input: z.object({ raceid: RaceId, state: z._default(z.enum(submissionStates), 'waiting'), ...Page }),
  output: z.object({
    items: z.array(z.object({ ...shown, proof: z.string(), gender: text })),
    after: text,
    waiting: z.number(),
  }),
  description: 'Results that runners submitted: the undecided ones, oldest first, or the decided ones, newest first.',
})
export const consoleResultsTake = post('/console/results/take', {
  access: { right: 'results.edit' },
  input: z.object({ raceid: RaceId, id: Int, time: z.optional(RaceTime) }),
  output: z.object({ id: z.number(), state: z.enum(submissionStates), place: z.nullable(z.number()) }),
  refusals: ['handin_not_found', 'handin_decided', 'handin_has_result', 'handin_implausible', 'handin_too_early'],
  description:
    'Accepts a submitted result, with a corrected time if the call has one. The result is published with its mark and ranked at once.',
})
export const consoleResultsRefuse = post('/console/results/refuse', {
  access: { right: 'results.edit' },
  input: z.object({
    raceid: RaceId,
    id: Int,
    reason: z.string().check(z.trim(), z.minLength(2), z.maxLength(200), z.regex(/^\P{Cc}*$/u)),
  }),
  output: z.object({ id: z.number(), state: z.enum(submissionStates) }),
  refusals: ['handin_not_found', 'handin_decided'],
  description: 'Refuses a submitted result, with a reason that its runner reads.',
})
