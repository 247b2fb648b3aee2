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
    'Logs in with a code of the messaging app: of the mini-program (`wx.login`), or of the webview (`/wechat/login`). Where there are several accounts it opens the last used one; `/user/accounts` changes between them. Where none is bound (`bound` false) the answer holds a `ticket`, good once within ten minutes, for `/wechat/app/auth/getphone` or `/wechat/app/register`.',
})
export const wechatAppAuthGetphone = post('/wechat/app/auth/getphone', {
  access: 'anyone',
  input: z.object({ code: AppCode, ticket: z.optional(Ticket) }),
  output: z.object({ ...LoggedIn.shape, bound: z.boolean() }),
  refusals: ['app_code_wrong', 'app_off', 'app_down', 'ticket_spent'],
  description:
    "Logs in with the mobile that the messaging app has verified: `code` comes from the mini-program's button " +
    "getPhoneNumber. With a `ticket` the person of the messaging app is bound to the number's account, unless that " +
    'is bound to another one (`bound` false).',
})
export const wechatAppRegister = post('/wechat/app/register', {
  access: 'anyone',
  input: z.object({ ticket: Ticket, mobile: z.optional(Mobile), code: z.optional(MobileCode) }),
  output: z.object({ ...LoggedIn.shape, bound: z.boolean() }),
  refusals: ['ticket_spent', 'code_wrong', 'code_expired', 'code_spent'],
  description:
    'Makes an account for a person of the messaging app, or with `mobile` and the code sent to it binds the account ' +
    'of that number. Without a number the account has none until `/user/bind`. An account that is bound to somebody ' +
    'else of the messaging app stays so (`bound` false).',
})
