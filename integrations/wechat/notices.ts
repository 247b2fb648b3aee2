import * as z from 'zod/mini'
import type { AccessTokens } from './accessToken.ts'
import { askApp } from './api.ts'

/**
 * The reason for which the messaging app refused a notice.
 * - `consent`: the person gave no consent for this template, or the consent was used up or taken back.
 * - `person`: the openid is wrong or belongs to another account.
 * - `limit`: the app's limit of calls is reached.
 * - `setting`: every other error, such as a wrong template, field or page.
 */
export type NoticeFault = 'consent' | 'person' | 'limit' | 'setting'
export class NoticeRefused extends Error {
  readonly fault: NoticeFault
  readonly errcode: number
  constructor(errcode: number) {
    super(`refused: ${errcode}`)
    this.errcode = errcode
    this.fault = faults[errcode] ?? 'setting'
  }
}
/** The error codes as the vendor documents them for `subscribeMessage.send` and `templateSubscribe`. */
const faults: Readonly<Record<number, NoticeFault>> = {
  40003: 'person',
  43004: 'consent',
  43101: 'consent',
  45009: 'limit',
  45011: 'limit',
  45047: 'limit',
}

/** A notice of the mini-program. `data` has a value for each keyword of the template, such as `thing1`. */
export type MiniNotice = {
  openid: string
  template: string
  data: Readonly<Record<string, string>>
  /** The page of the mini-program with its query, without a slash before it. */
  page: string
  lang: 'zh_CN' | 'zh_TW' | 'en_US'
}
/**
 * A one-time message of the official account. The person allowed one message for this scene. `title` has at most 15
 * characters, `text` at most 200.
 */
export type AccountNotice = {
  openid: string
  template: string
  scene: number
  title: string
  text: string
  url: string
}
/** A template as the mini-program's account has it: its id and the keywords in its content. */
export type NoticeTemplate = { id: string; title: string; keywords: readonly string[] }

const Done = z.object({ errcode: z.literal(0) })
const Templates = z.object({
  errcode: z.literal(0),
  data: z.array(z.object({ priTmplId: z.string(), title: z.string(), content: z.string() })),
})
const refuse = (errcode: number): never => {
  throw new NoticeRefused(errcode)
}

type Api = { tokens: AccessTokens; api: () => string; timeoutMs: number }
const post = ({ tokens, api, timeoutMs }: Api, path: string, body: object): Promise<void> =>
  tokens.asking(async (token, stale) => {
    const address = `${api()}${path}?${new URLSearchParams({ access_token: token })}`
    await askApp(address, Done, { stale, fault: refuse, body, timeoutMs })
  })

/** Sends a notice of the mini-program. Throws NoticeRefused or MessagingAppDown. */
export const sendMiniNotice = (to: Api, { openid, template, data, page, lang }: MiniNotice): Promise<void> =>
  post(to, '/cgi-bin/message/subscribe/send', {
    touser: openid,
    template_id: template,
    page,
    miniprogram_state: 'formal',
    lang,
    data: Object.fromEntries(Object.entries(data).map(([keyword, value]) => [keyword, { value }])),
  })

/** Lists the templates that the mini-program's account has. Throws NoticeRefused or MessagingAppDown. */
export const miniTemplates = ({ tokens, api, timeoutMs }: Api): Promise<NoticeTemplate[]> =>
  tokens.asking(async (token, stale) => {
    const address = `${api()}/wxaapi/newtmpl/gettemplate?${new URLSearchParams({ access_token: token })}`
    const answer = await askApp(address, Templates, { stale, fault: refuse, timeoutMs })
    return answer!.data.map(({ priTmplId, title, content }) => ({
      id: priTmplId,
      title,
      keywords: [...content.matchAll(/\{\{(\w+)\.DATA\}\}/g)].map(([, keyword]) => keyword!),
    }))
  })

/** Sends a one-time message of the official account. Throws NoticeRefused or MessagingAppDown. */
export const sendAccountNotice = (
  to: Api,
  { openid, template, scene, title, text, url }: AccountNotice,
): Promise<void> =>
  post(to, '/cgi-bin/message/template/subscribe', {
    touser: openid,
    template_id: template,
    url,
    scene: String(scene),
    title,
    data: { content: { value: text, color: '#000000' } },
  })

/** The question of the official account: one message about one scene. `reserved` has letters and digits only. */
export type ConsentQuestion = { template: string; scene: number; returnUrl: string; reserved: string }
/**
 * Builds the address at which the messaging app asks its user. The user comes back with `template_id`, `action`
 * (`confirm` or `cancel`), `scene` and `reserved`, and after a consent with `openid`.
 */
export const consentUrl = (
  base: string,
  appid: string,
  { template, scene, returnUrl, reserved }: ConsentQuestion,
): string => {
  const query = new URLSearchParams({
    action: 'get_confirm',
    appid,
    scene: String(scene),
    template_id: template,
    redirect_url: returnUrl,
    reserved,
  })
  return `${base}?${query}#wechat_redirect`
}
