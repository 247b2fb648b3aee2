import { jsonOf } from '../../payment/exchange.ts'
import { type SandboxUser, type WechatApp, type WechatFault, idOf, wechatFault } from './app.ts'

/**
 * Notices that the sandbox messaging app sends for our official account and our mini-program, by the vendor's rules.
 */

export type SandboxTemplate = { id: string; title: string; content: string }
/** The templates of the sandbox mini-program, one for each kind of notice. */
export const sandboxTemplates = {
  payment: {
    id: 'sandbox-template-payment-0000000000000000000',
    title: '待支付提醒',
    content: '赛事名称:{{thing1.DATA}}\n支付截止:{{time2.DATA}}\n温馨提示:{{thing3.DATA}}\n',
  },
  draw: {
    id: 'sandbox-template-draw-0000000000000000000000',
    title: '抽签结果通知',
    content: '赛事名称:{{thing1.DATA}}\n结果:{{thing2.DATA}}\n温馨提示:{{thing3.DATA}}\n',
  },
  pickup: {
    id: 'sandbox-template-pickup-00000000000000000000',
    title: '物资领取提醒',
    content: '赛事名称:{{thing1.DATA}}\n领取时间:{{time2.DATA}}\n领取地点:{{thing3.DATA}}\n',
  },
  start: {
    id: 'sandbox-template-start-000000000000000000000',
    title: '赛事开始提醒',
    content: '赛事名称:{{thing1.DATA}}\n开始时间:{{time2.DATA}}\n组别:{{thing3.DATA}}\n',
  },
  result: {
    id: 'sandbox-template-result-00000000000000000000',
    title: '成绩发布通知',
    content: '赛事名称:{{thing1.DATA}}\n参赛组别:{{thing2.DATA}}\n温馨提示:{{thing3.DATA}}\n',
  },
} as const satisfies Readonly<Record<string, SandboxTemplate>>
/** The one template of the official account's one-time messages. */
export const SANDBOX_ONE_TIME = 'sandbox-one-time-template-0000000000000000'

export type SandboxNotice = {
  appid: string
  openid: string
  template: string
  page: string
  title?: string
  data: Readonly<Record<string, string>>
}
export type SandboxNotices = {
  /** The switches for tests. With `limit`, the limit of calls is reached. `fails` is the error code of each answer. */
  weather: { limit: boolean; fails: number | undefined }
  /** The notices of this process, the newest last. */
  sent: SandboxNotice[]
  /** Accepts templates as a user does in the mini-program's question. Each accepted template allows one more notice. */
  accept: (user: SandboxUser, templates: readonly string[]) => void
  /** Lets a user allow one message of the official account about one scene. Returns the user's openid. */
  confirm: (user: SandboxUser, template: string, scene: number) => string
  answer: (path: string, appid: string, body: string) => unknown
}

const MOST_TOGETHER = 20
/** The checks of values by the kind of a keyword: `thing1` has the kind `thing`. The vendor documents these limits. */
const takes: Readonly<Record<string, (value: string) => boolean>> = {
  thing: (value) => [...value].length <= 20,
  time: (value) => /^(\d{4}年\d{1,2}月\d{1,2}日 )?\d{1,2}:\d{2}$|^\d{4}年\d{1,2}月\d{1,2}日$/.test(value),
  date: (value) => /^\d{4}年\d{1,2}月\d{1,2}日( \d{1,2}:\d{2})?$/.test(value),
  phrase: (value) => /^\p{Script=Han}{1,5}$/u.test(value),
  name: (value) => [...value].length <= 20,
  number: (value) => /^\d{1,32}(\.\d+)?$/.test(value),
  amount: (value) => /^[¥￥]?\d{1,10}(\.\d{1,2})?元?$/.test(value),
  character_string: (value) => /^[\x20-\x7e]{1,32}$/.test(value),
}
const keywordsOf = (content: string) => [...content.matchAll(/\{\{(\w+)\.DATA\}\}/g)].map(([, keyword]) => keyword!)

/** Finds the fault of a notice's values. */
const whyNotData = ({ content }: SandboxTemplate, data: unknown): WechatFault | undefined => {
  if (typeof data !== 'object' || data === null) return wechatFault(47003, 'argument invalid! data is empty')
  const values = data as Record<string, { value?: unknown } | undefined>
  for (const keyword of keywordsOf(content)) {
    const value = values[keyword]?.value
    const kind = keyword.replace(/\d+$/, '')
    const text = typeof value === 'string' ? value.trim() : ''
    if (text === '' || /\n/.test(text) || !takes[kind]?.(text))
      return wechatFault(47003, `argument invalid! data.${keyword}.value is empty or invalid`)
  }
  return undefined
}

type Given = Record<string, unknown>
const valuesIn = (data: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(data as Record<string, { value: string }>).map(([keyword, { value }]) => [keyword, value]),
  )

/** Returns the two calls that send notices. They make the vendor's checks in the vendor's order. */
const sendersFor = (
  { kept, web, mini }: Pick<WechatApp, 'kept' | 'web' | 'mini'>,
  keep: (notice: SandboxNotice) => object,
) => {
  const openidIn = ({ touser }: Given) =>
    typeof touser === 'string' && /^o[0-9a-f]{27}$/.test(touser) ? touser : undefined
  const sendMini = (appid: string, given: Given): object => {
    if (appid !== mini.appid) return wechatFault(48001, 'api unauthorized')
    const template = Object.values(sandboxTemplates).find(({ id }) => id === given.template_id)
    if (!template) return wechatFault(40037, 'invalid template_id')
    const openid = openidIn(given)
    if (!openid) return wechatFault(40003, 'invalid openid')
    const page = typeof given.page === 'string' ? given.page : ''
    if (page !== '' && !/^pages\/(webview\/webview|index\/index)(\?|$)/.test(page))
      return wechatFault(41030, 'invalid page')
    if (!['zh_CN', 'zh_TW', 'zh_HK', 'en_US'].includes(String(given.lang ?? 'zh_CN')))
      return wechatFault(40097, 'invalid args')
    const fault = whyNotData(template, given.data)
    if (fault) return fault
    if (!kept.spend({ appid, template: template.id, openid, scene: 0 }))
      return wechatFault(43101, 'user refuse to accept the msg')
    return keep({ appid, openid, template: template.id, page, data: valuesIn(given.data) })
  }
  const sendOneTime = (appid: string, given: Given): object => {
    if (appid !== web.appid) return wechatFault(48001, 'api unauthorized')
    if (given.template_id !== SANDBOX_ONE_TIME) return wechatFault(40037, 'invalid template_id')
    const openid = openidIn(given)
    if (!openid) return wechatFault(40003, 'invalid openid')
    const title = typeof given.title === 'string' ? given.title : ''
    const content = (given.data as { content?: { value?: unknown } } | undefined)?.content?.value
    if (title === '' || [...title].length > 15) return wechatFault(47003, 'argument invalid! title')
    if (typeof content !== 'string' || content === '' || [...content].length > 200)
      return wechatFault(47003, 'argument invalid! data.content.value')
    const scene = Number(given.scene)
    if (!Number.isInteger(scene) || scene < 0 || scene > 10_000) return wechatFault(40097, 'invalid args')
    if (!kept.spend({ appid, template: SANDBOX_ONE_TIME, openid, scene }))
      return wechatFault(43101, 'user refuse to accept the msg')
    return keep({ appid, openid, template: SANDBOX_ONE_TIME, page: String(given.url ?? ''), title, data: { content } })
  }
  return { sendMini, sendOneTime }
}

export const sandboxNotices = (app: Pick<WechatApp, 'kept' | 'web' | 'mini'>): SandboxNotices => {
  const { kept, web, mini } = app
  const weather: SandboxNotices['weather'] = { limit: false, fails: undefined }
  const sent: SandboxNotice[] = []
  const keep = (notice: SandboxNotice) => {
    sent.push(notice)
    if (sent.length > 200) sent.shift()
    return { errcode: 0, errmsg: 'ok' }
  }
  const { sendMini, sendOneTime } = sendersFor(app, keep)
  return {
    weather,
    sent,
    accept: ({ user }, templates) => {
      for (const template of templates)
        kept.allow({ appid: mini.appid, template, openid: idOf(user, mini.appid), scene: 0 }, MOST_TOGETHER)
    },
    // Consents of one person to the same scene do not add up at the official account.
    confirm: ({ user }, template, scene) => {
      const openid = idOf(user, web.appid)
      kept.allow({ appid: web.appid, template, openid, scene }, 1)
      return openid
    },
    answer: (path, appid, body) => {
      if (weather.fails !== undefined) return wechatFault(weather.fails, 'switched off by a test')
      if (path === '/wxaapi/newtmpl/gettemplate')
        return appid === mini.appid
          ? {
              errcode: 0,
              errmsg: 'ok',
              data: Object.values(sandboxTemplates).map(({ id, title, content }) => ({
                priTmplId: id,
                title,
                content,
                example: '',
                type: 2,
              })),
            }
          : wechatFault(48001, 'api unauthorized')
      if (weather.limit) return wechatFault(45009, 'reach max api daily quota limit')
      const given = jsonOf(body) as Given | undefined
      if (!given) return wechatFault(47001, 'data format error')
      return path === '/cgi-bin/message/subscribe/send' ? sendMini(appid, given) : sendOneTime(appid, given)
    },
  }
}
