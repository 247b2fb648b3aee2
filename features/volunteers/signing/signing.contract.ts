import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Int, RaceId, Time } from '#contract/scalars.ts'
import { signingSteps } from './signing.rules.ts'

const right = { right: 'checkin.edit' } as const
/** A shift as it appears at the desk where volunteers sign in and out. */
export const ShiftAtDesk = z.object({
  id: z.number(),
  name: z.string(),
  mobile: z.nullable(z.string()),
  post: z.string(),
  team: z.string(),
  place: z.string(),
  starts_at: z.nullable(Time),
  ends_at: z.nullable(Time),
  came_at: z.nullable(Time),
  left_at: z.nullable(Time),
  /** The minutes between sign-in and sign-out; null until the volunteer has signed out. */
  minutes: z.nullable(z.number()),
})
export type ShiftAtDesk = z.output<typeof ShiftAtDesk>
export const consoleVolunteersFind = post('/console/volunteers/find', {
  access: right,
  input: z.object({ raceid: RaceId, q: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)) }),
  output: z.object({ items: z.array(ShiftAtDesk), more: z.boolean() }),
  description:
    "Finds volunteers' shifts by the code of the volunteer's page, the mobile or its last four digits, or a part of the name. At most 20 shifts.",
})
export const consoleVolunteersSign = post('/console/volunteers/sign', {
  access: right,
  input: z.object({ raceid: RaceId, id: Int, step: z.enum(signingSteps) }),
  output: ShiftAtDesk,
  refusals: ['volunteer_not_found', 'volunteer_here', 'volunteer_not_here', 'volunteer_left'],
  description:
    "Signs a volunteer in or out of a shift, or takes the last step back. The shift's minutes lie between both moments.",
})
