import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag, Int, Line, Time } from '#contract/scalars.ts'
import { given } from '#features/checks/contract.ts'

/**
 * A mobile as a person typed the number: 11 digits, or + with the country code. The server brings the number to its
 * normal form.
 */
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
    'Sends a 6-digit code to a mobile. The code is valid for 5 minutes and 5 tries, and replaces an earlier code ' +
    'that this browser asked for. With `own` the code goes to the mobile of the account that is logged in, so the ' +
    'caller need not know the number. The caller must have passed a check: proof of work, and after misses also a ' +
    'picture (`check` beside the refusal). A number gets at most one code a minute, 5 an hour and 10 a day. A ' +
    'browser that has logged in with the number has a count of its own.',
})
/** The account after a log-in. `mobile` is masked. An account that the messaging app opened may have no mobile. */
export const LoggedIn = z.object({ uid: z.number(), mobile: z.nullable(z.string()), token: z.string() })
/** The account that is logged in. `app` is true if a person of the messaging app is bound. */
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
    'Logs in with a mobile and its code. The first log-in makes the account. The answer holds the session token, ' +
    'and browsers also get it as an HttpOnly cookie. Each log-in gives a new token.',
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
  description: 'Logs out. The call ends this session, or with `everywhere` all sessions of the account.',
})
export const userModify = post('/user/modify', {
  access: 'runner',
  input: z.object({
    name: z.optional(z.union([z.literal(''), Line(20)])),
    avatar: z.optional(z.string().check(z.regex(/^(\/files\/\d{1,10}\/[0-9a-f]{20,64}\.(jpg|png))?$/))),
  }),
  output: Current,
  description:
    "Changes the name ('Name altered successfully') and the picture that other people see of the account. The " +
    'picture is a file of ours (`/files/…`). An empty value removes the picture. Registrations keep the name of ' +
    'their document.',
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
    'Lists the accounts that one person can change between. These are the accounts bound to the person of the ' +
    'messaging app who opened this session. Outside the messaging app the list holds only this account. With `uid` ' +
    'the session ends and a new session of that account begins.',
})

/**
 * A log-in of an account, with facts by which the person recognises this log-in. `device` and `browser` come from the
 * user agent. `network` is only a part of the address.
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
  description: "Lists the account's log-ins, the last used first, at most 100. `here` marks this session.",
})
export const userSessionsEnd = post('/user/sessions/end', {
  access: 'runner',
  input: z.object({ id: Int }),
  output: z.object({}),
  refusals: ['session_not_found'],
  description: 'Ends one session of the account.',
})
