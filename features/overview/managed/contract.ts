import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag, Time } from '#contract/scalars.ts'

export const wechatManageRaceMy = post('/wechat/manage/race/my', {
  access: 'runner',
  input: z.object({
    /** A link that a member of staff made in the console. It binds the staff account to the caller's account. */
    bind: z.optional(z.string().check(z.regex(/^[\w-]{32}$/))),
    /** Ends the binding. */
    unbind: z._default(Flag, false),
  }),
  output: z.object({
    bound: z.boolean(),
    staff: z.string(),
    items: z.array(
      z.object({ raceid: z.number(), name: z.string(), time: Time, zone: z.string(), rights: z.array(z.string()) }),
    ),
  }),
  refusals: ['staff_link_over'],
  description:
    'Lists the races that the logged-in person of the messaging app may manage, by the staff account bound to him, ' +
    'with the rights for each.',
})
export const consoleOverviewBind = post('/console/overview/bind', {
  access: 'staff',
  input: z.object({}),
  output: z.object({ token: z.string(), until: Time, bound: z.boolean() }),
  description:
    'Makes a link, valid once within ten minutes, that binds the staff account to an account of the messaging app.',
})
