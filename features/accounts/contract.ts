import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag } from '#contract/scalars.ts'

/** A mobile as it was typed: 11 digits, or with + and country. The server brings it to its normal form. */
const Mobile = z.string().check(z.trim(), z.minLength(1), z.maxLength(40))
const CaptchaId = z.string().check(z.maxLength(60))

export const captchaGenerate = post('/captcha/generate', {
  access: 'anyone',
  input: z.object({ kind: z._default(z.enum(['picture', 'work']), 'picture') }),
  output: z.object({ captchaid: z.string(), kind: z.enum(['picture', 'work']), bits: z.nullable(z.number()), expires_in: z.number() }),
  says: 'Begins a check that a person is asking: a picture to read, or work for the device (find a whole number so that SHA-256 of `<captchaid>.<number>` begins with `bits` zero bits), which asks nothing of eyes or memory. Good for 5 minutes and one try.',
})
export const captchaImg = post('/captcha/img', {
  access: 'anyone',
  input: z.object({ captchaid: CaptchaId }),
  output: z.object({ image: z.string() }),
  refusals: ['picture_not_found'],
  says: 'The picture of a check as a data URL (PNG, 320 × 112).',
})

export const userSmsSend2 = post('/user/sms/send2', {
  access: 'anyone',
  input: z.object({ mobile: Mobile, captchaid: z.optional(CaptchaId), captcha: z.optional(z.string().check(z.maxLength(40))) }),
  output: z.object({ mobile: z.string(), expires_in: z.number(), resend_in: z.number() }),
  refusals: ['picture_needed', 'picture_wrong'],
  says: 'Sends a 6-digit code, good for 5 minutes and 5 tries, to a mobile; an earlier code no longer counts. Wants a check that was passed. Limited per number (one a minute, 5 an hour, 10 a day) and per address.',
})
/** Who is logged in. `mobile` is masked. */
export const Current = z.object({ uid: z.number(), mobile: z.nullable(z.string()) })
export type Current = z.output<typeof Current>

export const userAuth = post('/user/auth', {
  access: 'anyone',
  input: z.object({ mobile: Mobile, code: z.string().check(z.trim(), z.minLength(1), z.maxLength(20)) }),
  output: z.object({ ...Current.shape, token: z.string() }),
  refusals: ['code_wrong', 'code_expired', 'code_spent'],
  says: 'Logs in with a mobile and its code; the first time makes the account. Answers the session token, which browsers also get as an HttpOnly cookie. The token is always a new one.',
})
export const userCurrent = post('/user/current', {
  access: 'runner',
  input: z.object({}),
  output: Current,
  says: 'The account that is logged in.',
})
export const userClearlogin = post('/user/clearlogin', {
  access: 'anyone',
  input: z.object({ everywhere: z._default(Flag, false) }),
  output: z.object({}),
  says: 'Logs out: ends this session, or with `everywhere` all sessions of the account.',
})
