import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Line, Page, RaceId, Id, Typed } from '#contract/scalars.ts'

/**
 * `given`: the guest wears the kept number. `waiting`: the guest gets the kept number with the next assignment.
 * `other`: the guest wears another number. `several`: more than one runner has the guest's name. `nobody`: no paid
 * registration has the guest's name.
 */
export const vipStates = ['given', 'waiting', 'other', 'several', 'nobody'] as const
export const VipBib = z.object({
  id: z.number(),
  bib: z.string(),
  name: z.string(),
  registrationid: z.nullable(z.number()),
  state: z.enum(vipStates),
  /** The other number that the guest wears (state `other`). Null in every other state. */
  wears: z.nullable(z.string()),
})
export type VipBib = z.output<typeof VipBib>

export const consoleBibsVipsList = post('/console/bibs/vips/list', {
  access: { right: 'bibs.edit' },
  input: z.object({ raceid: RaceId, ...Page }),
  output: z.object({ items: z.array(VipBib), total: z.number(), after: z.nullable(z.string()) }),
  description: 'Numbers kept for guests, with whether each one is worn by its runner. Nobody else gets them.',
})
export const consoleBibsVipsSave = post('/console/bibs/vips/save', {
  access: { right: 'bibs.edit' },
  input: z.object({
    raceid: RaceId,
    id: z.optional(Id),
    bib: Line(20),
    name: z._default(Typed(80), ''),
    registrationid: z.optional(Id),
  }),
  output: z.object({ id: z.number() }),
  refusals: ['registration_not_found', 'bib_taken', 'bib_kept_before', 'vip_not_found', 'vips_full'],
  description: 'Keeps a number for a guest, by name or by registration, or changes whom it is kept for.',
})
export const consoleBibsVipsRemove = post('/console/bibs/vips/remove', {
  access: { right: 'bibs.edit' },
  input: z.object({ raceid: RaceId, id: Id }),
  output: z.object({ id: z.number() }),
  refusals: ['vip_not_found'],
  description: 'Lets a kept number go. A runner who wears it keeps it.',
})
