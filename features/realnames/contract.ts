import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Line, Page, RaceId, Search, Time, Id } from '#contract/scalars.ts'

/** A name that the service did not confirm, as staff see it. The number is masked. */
export const NameCheck = z.object({
  id: z.number(),
  name: z.string(),
  idnum: z.string(),
  outcome: z.enum(['mismatch', 'no_record', 'open', 'match']),
  decision: z.nullable(z.enum(['allowed', 'refused'])),
  decide_reason: z.nullable(z.string()),
  decided_at: z.nullable(Time),
  asked_at: Time,
  /** The registration of the document, if there is one. */
  registrationid: z.nullable(z.number()),
})
export type NameCheck = z.output<typeof NameCheck>

export const consoleRealnamesList = post('/console/realnames/list', {
  access: { right: 'names.decide' },
  input: z.object({
    raceid: RaceId,
    q: z._default(Search, ''),
    show: z._default(z.enum(['undecided', 'decided']), 'undecided'),
    ...Page,
  }),
  output: z.object({
    items: z.array(NameCheck),
    after: z.nullable(z.string()),
    /** True if a service compares names. */
    on: z.boolean(),
  }),
  description: 'Lists the names of a race that the service did not confirm, the newest first.',
})
export const consoleRealnamesDecide = post('/console/realnames/decide', {
  access: { right: 'names.decide' },
  input: z.object({ raceid: RaceId, id: Id, decision: z.enum(['allowed', 'refused']), reason: Line(200) }),
  output: NameCheck,
  refusals: ['name_check_not_found', 'name_check_decided'],
  description:
    'Decides about a name that the service did not confirm, with a reason. An allowed person can sign up. A refusal ' +
    'does not end a registration that exists.',
})
