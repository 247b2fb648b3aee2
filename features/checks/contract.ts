import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Int } from '#contract/scalars.ts'
import { WORK_BITS } from './human.rules.ts'

const CaptchaId = z.string().check(z.maxLength(120))
/** The check in the input of a call, where the server demands one. */
export const given = {
  captchaid: z.optional(CaptchaId),
  captcha: z.optional(z.string().check(z.maxLength(40))),
}
/** The same for a look-up, which may demand a second fact beside the number. */
export const givenToLookUp = { ...given, fact: z.optional(z.string().check(z.trim(), z.maxLength(60))) }
export const lookupRefusals = ['picture_needed', 'picture_wrong', 'fact_wrong'] as const
export const kinds = ['picture', 'sound', 'work'] as const
export type CheckKind = (typeof kinds)[number]

export const captchaGenerate = post('/captcha/generate', {
  access: 'anyone',
  input: z.object({
    kind: z._default(z.enum(kinds), 'picture'),
    bits: z.optional(Int.check(z.minimum(WORK_BITS), z.maximum(20))),
    ...given,
  }),
  output: z.object({
    captchaid: z.string(),
    kind: z.enum(kinds),
    bits: z.nullable(z.number()),
    expires_in: z.number(),
  }),
  refusals: ['picture_needed', 'picture_wrong'],
  description:
    'Begins a check that a person is asking: a picture to read, the same as digits to hear (`sound`), or work for the device (find a whole number so that SHA-256 of `<captchaid>.<number>` begins with `bits` zero bits), which asks nothing of eyes, ears or memory. Good for 5 minutes and one try. A caller that asks for very many pictures does a work check first (`picture_needed` with `check: work`).',
})
export const captchaImg = post('/captcha/img', {
  access: 'anyone',
  input: z.object({ captchaid: CaptchaId }),
  output: z.object({ image: z.nullable(z.string()), sound: z.nullable(z.string()) }),
  refusals: ['picture_not_found'],
  description:
    'A check as a data URL: `image`, its picture (PNG, 320 × 112), or for the kind `sound` its digits, spoken in the ' +
    'language of the call (WAV).',
})
