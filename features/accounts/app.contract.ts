import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { LoggedIn, Mobile, MobileCode } from './contract.ts'

export const AppCode = z.string().check(z.trim(), z.minLength(1), z.maxLength(200))
/** The source of a code: the mini-program (`wx.login`), or the webview's OAuth 2.0. */
export const appKinds = ['mini', 'web'] as const
const Ticket = z.string().check(z.minLength(1), z.maxLength(100))

export const wechatAppAuth = post('/wechat/app/auth', {
  access: 'anyone',
  input: z.object({ code: AppCode, app: z._default(z.enum(appKinds), 'mini') }),
  output: z.object({
    bound: z.boolean(),
    login: z.nullable(LoggedIn),
    ticket: z.nullable(z.string()),
    expires_in: z.nullable(z.number()),
    name: z.nullable(z.string()),
  }),
  refusals: ['app_code_wrong', 'app_off', 'app_down'],
  description:
    'Logs in with a code of the messaging app. The code comes from the mini-program (`wx.login`) or from the ' +
    'webview (`/wechat/login`). Where the person has several accounts, the server opens the account that was used ' +
    'last. `/user/accounts` changes between accounts. Where no account is bound (`bound` is false), the answer ' +
    'holds a `ticket`. The ticket is valid once within ten minutes, for `/wechat/app/auth/getphone` or ' +
    '`/wechat/app/register`.',
})
export const wechatAppAuthGetphone = post('/wechat/app/auth/getphone', {
  access: 'anyone',
  input: z.object({ code: AppCode, ticket: z.optional(Ticket) }),
  output: z.object({ ...LoggedIn.shape, bound: z.boolean() }),
  refusals: ['app_code_wrong', 'app_off', 'app_down', 'ticket_spent'],
  description:
    "Logs in with the mobile that the messaging app has verified. The mini-program's button getPhoneNumber gives " +
    "`code`. With a `ticket` the server also binds the person of the messaging app to the number's account. Where " +
    'another person is bound to that account, the server binds nobody (`bound` is false).',
})
export const wechatAppRegister = post('/wechat/app/register', {
  access: 'anyone',
  input: z.object({ ticket: Ticket, mobile: z.optional(Mobile), code: z.optional(MobileCode) }),
  output: z.object({ ...LoggedIn.shape, bound: z.boolean() }),
  refusals: ['ticket_spent', 'code_wrong', 'code_expired', 'code_spent'],
  description:
    'Makes an account for a person of the messaging app. With `mobile` and the code sent to that number, the server ' +
    'binds the account of that number instead. Without a number the account has no mobile until `/user/bind`. An ' +
    'account that is bound to another person of the messaging app stays bound to that person (`bound` is false).',
})
