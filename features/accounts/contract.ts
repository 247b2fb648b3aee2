import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag, Int, Line, Time } from '#contract/scalars.ts'
import { given } from '#features/checks/contract.ts'

/** A mobile as a person typed it: 11 digits, or with + and country. The server brings it to its normal form. */
export const Mobile = z.string().check(z.trim(), z.minLength(1), z.maxLength(40))
export const MobileCode = z.string().check(z.trim(), z.minLength(1), z.maxLength(20))

export const userSmsSend2 = post('/user/sms/send2', {
  access: 'anyone',
  input: z.object({
    mobile: z.optional(Mobile),
    own: z._default(Flag, false),
    ...given,
  }),
  output: z.object({ mobile: z.string(), expires_in: z.number(), resend_in: z.number() }),
  refusals: ['picture_needed', 'picture_wrong', 'nothing_bound', 'codes_used_up'],
  description:
    'With `own` the code goes to the mobile of the account that is logged in, which the caller need not know. Sends ' +
    'a 6-digit code, good for 5 minutes and 5 tries, to a mobile; an earlier code that this browser asked for no ' +
    'longer counts. Wants a check that was passed: work, and after misses a picture (`check` beside the refusal). ' +
    'Limited per number (one a minute, 5 an hour, 10 a day), apart from these for a browser that has logged in with it.',
})
/** The account after a log-in. `mobile` is masked; an account that was made from the messaging app may have none. */
export const LoggedIn = z.object({ uid: z.number(), mobile: z.nullable(z.string()), token: z.string() })
/** The account that is logged in. `app`: whether a person of the messaging app is bound. */
export const Current = z.object({
  uid: z.number(),
  mobile: z.nullable(z.string()),
  name: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
  app: z.boolean(),
})
export type Current = z.output<typeof Current>

export const userAuth = post('/user/auth', {
  access: 'anyone',
  input: z.object({ mobile: Mobile, code: MobileCode }),
  output: LoggedIn,
  refusals: ['code_wrong', 'code_expired', 'code_spent'],
  description:
    'Logs in with a mobile and its code; the first time makes the account. Answers the session token, which ' +
    'browsers also get as an HttpOnly cookie. The token is always a new one.',
})
export const userCurrent = post('/user/current', {
  access: 'runner',
  input: z.object({}),
  output: Current,
  description: 'The account that is logged in.',
})
export const userClearlogin = post('/user/clearlogin', {
  access: 'anyone',
  input: z.object({ everywhere: z._default(Flag, false) }),
  output: z.object({}),
  description: 'Logs out: ends this session, or with `everywhere` all sessions of the account.',
})
export const userModify = post('/user/modify', {
  access: 'runner',
  input: z.object({
    name: z.optional(z.union([z.literal(''), Line(20)])),
    avatar: z.optional(z.string().check(z.regex(/^(\/files\/\d{1,10}\/[0-9a-f]{20,64}\.(jpg|png))?$/))),
  }),
  output: Current,
  description:
    "Changes what those who know the account see of it: its name ('Name altered successfully') and its picture, one " +
    'of ours (`/files/…`); an empty one takes it away. Registrations keep the name that stands on their document.',
})
export const userAccounts = post('/user/accounts', {
  access: 'runner',
  input: z.object({ uid: z.optional(Int) }),
  output: z.object({
    accounts: z.array(
      z.object({
        uid: z.number(),
        mobile: z.nullable(z.string()),
        name: z.nullable(z.string()),
        avatar: z.nullable(z.string()),
        here: z.boolean(),
      }),
    ),
    token: z.nullable(z.string()),
  }),
  refusals: ['account_not_found'],
  description:
    'The accounts that one person can change between: those bound to the person of the messaging app who opened ' +
    'this session; without the messaging app only the account itself. With `uid` the session ends and a new one of ' +
    'that account begins.',
})

/**
 * A log-in in the form in which its owner recognises it. `device` and `browser` are words of the user agent, `network`
 * is only a part of the address.
 */
export const UserSession = z.object({
  id: z.number(),
  device: z.string(),
  browser: z.string(),
  network: z.string(),
  created_at: Time,
  seen_at: Time,
  here: z.boolean(),
})
export type UserSession = z.output<typeof UserSession>
export const userSessions = post('/user/sessions', {
  access: 'runner',
  input: z.object({}),
  output: z.array(UserSession),
  description: 'Where the account is logged in, last used first, this session named (`here`). At most 100.',
})
export const userSessionsEnd = post('/user/sessions/end', {
  access: 'runner',
  input: z.object({ id: Int }),
  output: z.object({}),
  refusals: ['session_not_found'],
  description: "Logs one of the account's sessions out.",
})
