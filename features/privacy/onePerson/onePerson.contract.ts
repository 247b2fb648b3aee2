import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Int, Line, RaceId, Time } from '#contract/scalars.ts'

/**
 * The right to open sealed data. All calls of this file need the right, because they show or erase data that otherwise
 * only the runner may see.
 */
const access = { right: 'sealed.open' } as const
const of = { raceid: RaceId, id: Int }

export const consolePrivacyPlan = post('/console/privacy/plan', {
  access,
  input: z.object(of),
  output: z.object({
    name: z.string(),
    /** The time of a completed erasure. */
    erased_at: z.nullable(Time),
    /** The time of an erasure that waits. */
    asked_at: z.nullable(Time),
    due_at: Time,
    gone: z.array(z.string()),
    kept: z.array(z.string()),
  }),
  refusals: ['nothing_held'],
  description:
    'Shows what an erasure of one registration would erase and keep, and when it would happen. Before the race, and ' +
    'until insurance and protests are settled, the data is still needed.',
})
export const consolePrivacyCopy = post('/console/privacy/copy', {
  access,
  input: z.object({ ...of, reason: Line(200) }),
  output: z.object({
    /** All data of the registration, as a page for people and as JSON for programs. */
    page: z.string(),
    data: z.string(),
  }),
  refusals: ['nothing_held'],
  description:
    'Gives staff a copy of everything held on one registration, for a runner who asks the organiser for it. The log ' +
    'keeps the reason, and the runner sees it among the openings.',
})
export const consolePrivacyErase = post('/console/privacy/erase', {
  access,
  input: z.object({ ...of, reason: Line(200) }),
  output: z.object({ due_at: Time }),
  refusals: ['nothing_held', 'erasure_asked'],
  description:
    'Erases the personal data of one registration, for a runner who asks the organiser for it. It happens on the ' +
    'date that the plan names. Until then the runner can take it back.',
})
