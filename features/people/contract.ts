import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Day, Time } from '#contract/scalars.ts'

/** A saved person, masked. `/registration/save` accepts this `_key` in its field `person`. */
export const Person = z.object({
  _key: z.string(),
  name: z.string(),
  enname: z.nullable(z.string()),
  idtype: z.enum(['idcard', 'hkpass', 'other', 'passport']),
  country: z.string(),
  idnum: z.string(),
  mobile: z.string(),
  gender: z.enum(['male', 'female']),
  /** The completed years on the given day; null if the call names no day. */
  age: z.nullable(z.number()),
  used_at: Time,
})
export type Person = z.output<typeof Person>

export const documentsMy = post('/documents/my', {
  access: 'runner',
  /** `on` is a race day. The ages count on that day. */
  input: z.object({ forget: z.optional(z.string().check(z.maxLength(60))), on: z.optional(Day) }),
  output: z.array(Person),
  description:
    'Lists the people whom the account has saved for signing up, masked, the last used first. `forget` removes one ' +
    'of them first. Registrations stay as they are.',
})
