import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { RaceId, Time } from '#contract/scalars.ts'
import { noticeApps, noticeMoments } from './rules.ts'

const Moment = z.enum(noticeMoments)
const TemplateId = z.string().check(z.trim(), z.minLength(1), z.maxLength(64))

/** The notices that a runner may allow for a race. `open` is the number of allowed notices that are not sent yet. */
export const NoticeChoices = z.object({
  items: z.array(
    z.object({
      moment: Moment,
      open: z.number(),
      /** The template for the mini-program's question; null if the platform has no template for `moment`. */
      template: z.nullable(z.string()),
    }),
  ),
  /** True if the official account can ask for the consent to a message. */
  account: z.boolean(),
  /** True while the messaging app is a sandbox, which any browser may open. */
  sandbox: z.boolean(),
})
export type NoticeChoices = z.output<typeof NoticeChoices>

export const wechatnoticesShow = post('/wechatnotices/show', {
  access: 'runner',
  input: z.object({ raceid: RaceId }),
  output: NoticeChoices,
  description:
    'Shows about which moments of a race WeChat may bring a notice, and how many notices the runner has allowed. Each ' +
    'consent is for one notice.',
})
export const wechatnoticesBegin = post('/wechatnotices/begin', {
  access: 'runner',
  input: z.object({
    raceid: RaceId,
    moment: Moment,
    /** The page of ours to which the person comes back. */
    back: z.string().check(z.regex(/^\/([^/\\]|$)/), z.maxLength(500)),
  }),
  output: z.object({ url: z.string() }),
  refusals: ['wechat_notice_off', 'wechat_notice_enough', 'too_often'],
  description:
    'Begins the consent to one message of the official account. The webview opens `url`, where WeChat asks the person, ' +
    'and comes back to `back` with `notice` = `on` or `off`.',
})
export const wechatnoticesSave = post('/wechatnotices/save', {
  access: 'runner',
  input: z.object({
    raceid: RaceId,
    /** A code of `wx.login`, with which the server finds the person. */
    code: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
    /** The templates that the person accepted (`wx.requestSubscribeMessage`). */
    templates: z.array(TemplateId).check(z.minLength(1), z.maxLength(5)),
  }),
  output: NoticeChoices,
  refusals: ['wechat_notice_off', 'wechat_code_wrong', 'wechat_down', 'too_often'],
  description: 'Keeps the consents that a person gave in the mini-program. Each of them is for one notice.',
})

const Typed = z.object({
  template: z.string().check(z.trim(), z.maxLength(64)),
  fields: z.string().check(z.trim(), z.maxLength(300)),
})
/** The templates as staff type them. */
export const TypedTemplates = z.object({
  account: z.string().check(z.trim(), z.maxLength(64)),
  payment: Typed,
  draw: Typed,
  pickup: Typed,
  start: Typed,
  result: Typed,
})
export type TypedTemplates = z.output<typeof TypedTemplates>

export const consoleWechatnoticesShow = post('/console/wechatnotices/show', {
  access: { right: 'platform.edit', scope: 'platform' },
  input: z.object({}),
  output: z.object({
    /** The service behind each app. */
    apps: z.array(z.object({ app: z.enum(noticeApps), state: z.enum(['real', 'sandbox', 'off']) })),
    templates: TypedTemplates,
    /** True if the templates come from the sandbox, because nobody has saved other templates. */
    usual: z.boolean(),
    updated_at: z.nullable(Time),
    /** The number of open consents, and the numbers of notices that were sent and refused in the last 24 hours. */
    counts: z.object({ open: z.number(), sent: z.number(), refused: z.number() }),
    failed: z.number(),
    said: z.nullable(z.string()),
  }),
  description:
    'Shows the templates of notices through WeChat, who stands behind each app, and how the notices of the last 24 ' +
    'hours fared.',
})
export const consoleWechatnoticesSave = post('/console/wechatnotices/save', {
  access: { right: 'platform.edit', scope: 'platform' },
  input: z.object({ ...TypedTemplates.shape, updated_at: z.nullable(z.optional(z.string())) }),
  output: z.object({ templates: TypedTemplates, updated_at: Time }),
  refusals: ['wechat_notice_changed'],
  description:
    'Changes the templates. `fields` names a value for each keyword, such as `thing1=race, time2=when`. The values are ' +
    'race, event, title, text, when, place and bib. If somebody else changed the templates meanwhile, nothing is written.',
})
export const NoticeTest = z.object({
  app: z.enum(noticeApps),
  ok: z.boolean(),
  /** The reason for a failure, in the words of the messaging app. */
  why: z.nullable(z.string()),
  faults: z.array(z.object({ moment: Moment, kind: z.enum(['missing', 'keywords']), keywords: z.array(z.string()) })),
})
export const consoleWechatnoticesTest = post('/console/wechatnotices/test', {
  access: { right: 'platform.edit', scope: 'platform' },
  input: z.object({}),
  output: z.object({ tests: z.array(NoticeTest) }),
  refusals: ['too_often'],
  description:
    "Tests each app: gets an access token, and compares the templates of the settings with those of the mini-program's " +
    'account. It sends no notice, because each one needs the consent of a person.',
})
