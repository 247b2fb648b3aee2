import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Int } from '#contract/scalars.ts'
import { WORK_BITS } from './human.rules.ts'

const CaptchaId = z.string().check(z.maxLength(120))
/** The check in a call's input. The server demands it for some calls. */
export const given = {
  captchaid: z.optional(CaptchaId),
  captcha: z.optional(z.string().check(z.maxLength(40))),
}
/** The check for a look-up, which may demand a second fact beside the number. */
export const givenToLookUp = { ...given, fact: z.optional(z.string().check(z.trim(), z.maxLength(60))) }
export const lookupRefusals = ['picture_needed', 'picture_wrong', 'fact_wrong'] as const
export const checkKinds = ['picture', 'sound', 'work'] as const
export type CheckKind = (typeof checkKinds)[number]

export const captchaGenerate = post('/captcha/generate', {
  access: 'anyone',
  input: z.object({
    kind: z._default(z.enum(checkKinds), 'picture'),
    bits: z.optional(Int.check(z.minimum(WORK_BITS), z.maximum(20))),
    ...given,
  }),
  output: z.object({
    captchaid: z.string(),
    kind: z.enum(checkKinds),
    bits: z.nullable(z.number()),
    expires_in: z.number(),
  }),
  refusals: ['picture_needed', 'picture_wrong'],
  description:
    'Begins a check that a person makes the call. The check is a picture to read, digits to hear (`sound`), or work ' +
    'for the device. For the work the device finds a whole number so that SHA-256 of `<captchaid>.<number>` begins ' +
    'with `bits` zero bits. The work needs no eyes, ears or memory. A check is valid for 5 minutes and one try. A ' +
    'caller that asks for very many pictures does a work check first (`picture_needed` with `check: work`).',
})
export const captchaImg = post('/captcha/img', {
  access: 'anyone',
  input: z.object({ captchaid: CaptchaId }),
  output: z.object({ image: z.nullable(z.string()), sound: z.nullable(z.string()) }),
  refusals: ['picture_not_found'],
  description:
    'Returns a check as a data URL. `image` is its picture (PNG, 320 × 112). For the kind `sound` it holds the ' +
    'digits, spoken in the language of the call (WAV).',
})
