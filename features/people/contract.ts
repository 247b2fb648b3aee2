import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Day, Time } from '#contract/scalars.ts'

/** A saved person, masked. `_key` stands for the person in `/registration/save` (`person`). */
export const Person = z.object({
  _key: z.string(),
  name: z.string(),
  enname: z.nullable(z.string()),
  idtype: z.enum(['idcard', 'hkpass', 'other', 'passport']),
  country: z.string(),
  idnum: z.string(),
  mobile: z.string(),
  gender: z.enum(['male', 'female']),
  /** Completed years on the day of the question; null if the question names no day. */
  age: z.nullable(z.number()),
  used_at: Time,
})
export type Person = z.output<typeof Person>

export const documentsMy = post('/documents/my', {
  access: 'runner',
  /** `on`: a race day. The ages are counted on that day. */
  input: z.object({ forget: z.optional(z.string().check(z.maxLength(60))), on: z.optional(Day) }),
  output: z.array(Person),
  description:
    'The people whom the account has saved for signing up, masked, last used first. `forget` names one to forget before; registrations stay as they are.',
})
