import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Day, Flag, Line, Page, RaceId, Search, Time, Id, Typed } from '#contract/scalars.ts'
import { documentTypes } from '#features/events/form.contract.ts'
import { banSources } from './rules.ts'

/** A ban as staff see it. The document number is masked. */
export const Ban = z.object({
  id: z.number(),
  name: z.string(),
  idnum: z.string(),
  source: z.enum(banSources),
  reason: z.string(),
  from: Day,
  until: z.nullable(Day),
  everywhere: z.boolean(),
  state: z.enum(['coming', 'active', 'ended', 'lifted']),
  lift_reason: z.nullable(z.string()),
  lifted_at: z.nullable(Time),
})
export type Ban = z.output<typeof Ban>

export const consoleBansList = post('/console/bans/list', {
  access: { right: 'bans.edit' },
  input: z.object({
    raceid: RaceId,
    q: z._default(Search, ''),
    /** True if the call lists only the bans that somebody lifted or that are over. */
    past: z._default(Flag, false),
    ...Page,
  }),
  output: z.object({
    items: z.array(Ban),
    after: z.nullable(z.string()),
    /** True if the caller may ban for every race. */
    everywhere: z.boolean(),
  }),
  description:
    'Lists the banned runners of a race, the newest first. Staff search by name, or by a whole document number.',
})
const typed = (max: number) => z._default(Typed(max), '')
export const consoleBansSave = post('/console/bans/save', {
  access: { right: 'bans.edit' },
  input: z.object({
    raceid: RaceId,
    /** The schema allows an empty name, document number and reason. One refusal then names every wrong field. */
    name: typed(80),
    idtype: z.enum(documentTypes),
    idnum: typed(60),
    country: z.optional(z.string().check(z.trim(), z.maxLength(2))),
    source: z.enum(banSources),
    reason: typed(200),
    from: Day,
    until: z._default(z.nullable(Day), null),
    everywhere: z._default(Flag, false),
  }),
  output: z.object({
    ...Ban.shape,
    /** The live registration of the runner in this race. It stays, and staff decide about it. */
    registrationid: z.nullable(z.number()),
  }),
  refusals: ['ban_there', 'ban_everywhere_no_right'],
  description: 'Bans one runner. A registration that exists stays; the answer names it, and staff decide about it.',
})
export const consoleBansLift = post('/console/bans/lift', {
  access: { right: 'bans.edit' },
  input: z.object({ raceid: RaceId, id: Id, reason: Line(200) }),
  output: Ban,
  refusals: ['ban_not_found', 'ban_lifted', 'ban_everywhere_no_right'],
  description: 'Lifts a ban after an appeal, with the reason. The log keeps both.',
})
