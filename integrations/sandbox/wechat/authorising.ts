import { randomBytes } from 'node:crypto'
import { langOf, text } from '#contract/words.ts'
import { type PageAnswer, linkButton, framedPage } from '../payment/shell.ts'
import type { SandboxAppApi } from './api.ts'
import type { SandboxUser } from './app.ts'

/** The visit of a browser to the sandbox messaging app's authorisation address. Each browser is one user of the app. */

/** The answer to a visit: a redirect with a cookie, a page with a cookie that asks the user, or a refusal. */
export type Authorised =
  | { status: 302; location: string; cookie: string }
  | (PageAnswer & { status: 200; cookie: string })
  | { status: 400 }

const COOKIE = 'pretend_messagingapp'
const words = {
  title: text('模拟微信授权', '模擬微信授權', 'Sandbox messaging app'),
  notice: text(
    '这是演示用的模拟授权，不会连接真实的微信。',
    '這是示範用的模擬授權，不會連線到真正的微信。',
    'This is only pretended, for demonstration: no messaging app is asked.',
  ),
  asks: text('使用你的昵称登录', '使用你的暱稱登入', 'Log in with your name'),
  as: text('你在模拟微信里的昵称是“{name}”', '你在模擬微信裡的暱稱是「{name}」', 'In the sandbox app you are “{name}”'),
  allow: text('同意', '同意', 'Allow'),
  deny: text('拒绝', '拒絕', 'Refuse'),
} as const
const names = ['晨跑的风', '桥上慢慢跑', '江边小步', '后半程选手', '云朵配速', '补给站常客']
const PATH = '/pretend/messagingapp/authorize'

/** Returns the cookie by which a browser stays the same user. */
export const userCookie = (user: SandboxUser): string =>
  `${COOKIE}=${user.user}; Path=/pretend/messagingapp; HttpOnly; SameSite=Lax; Max-Age=31536000`

/** Returns the user of a browser by its cookie. A browser without a cookie becomes a new user. */
export const userOf = (cookie: string): SandboxUser => {
  const known = new RegExp(`(?:^|; )${COOKIE}=([0-9a-f]{24})(?:;|$)`).exec(cookie)?.[1]
  const user = known ?? randomBytes(12).toString('hex')
  return { user, name: names[Number.parseInt(user.slice(0, 4), 16) % names.length]! }
}

/** Returns the page on which a user allows or refuses to be known by name. */
const askingPage = (query: URLSearchParams, user: SandboxUser, acceptLanguage: string): PageAnswer => {
  const lang = langOf(query.get('lang') ?? acceptLanguage.split(',')[0])
  const way = (does: string) => `${PATH}?${new URLSearchParams([...query, ['do', does]])}`
  const inner = [
    `<h1>${words.asks[lang]}</h1><p class="hint">${words.as[lang].replace('{name}', user.name)}</p>`,
    linkButton(way('allow'), words.allow[lang], 'go'),
    linkButton(way('deny'), words.deny[lang], 'no'),
  ].join('')
  return framedPage(lang, 200, inner, query, PATH, '', words)
}

/**
 * Returns the address to which the browser goes back, as the query names it. Undefined if the address is not ours or
 * another parameter is wrong.
 */
const wayBackOf = (query: URLSearchParams, appid: string, origin: string): URL | undefined => {
  const back = URL.parse(query.get('redirect_uri') ?? '')
  const holds =
    query.get('appid') === appid &&
    query.get('response_type') === 'code' &&
    ['snsapi_base', 'snsapi_userinfo'].includes(query.get('scope') ?? '') &&
    /^[a-zA-Z0-9]{0,128}$/.test(query.get('state') ?? '')
  return holds && back?.origin === new URL(origin).origin ? back : undefined
}

export const authorised = (
  { appid, origin, newCode }: { appid: string; origin: string; newCode: SandboxAppApi['newCode'] },
  query: URLSearchParams,
  sent: string,
  acceptLanguage: string,
): Authorised => {
  const back = wayBackOf(query, appid, origin)
  if (!back) return { status: 400 }
  const scope = query.get('scope') ?? ''
  const user = userOf(sent)
  const cookie = userCookie(user)
  const said = query.get('do')
  if (scope === 'snsapi_userinfo' && said === null)
    return { ...askingPage(query, user, acceptLanguage), status: 200, cookie }
  // If a person refuses, `back` gets the parameter `state` and no `code`, as in WeChat.
  if (said !== 'deny') back.searchParams.set('code', newCode('oauth', { user, scope }))
  back.searchParams.set('state', query.get('state') ?? '')
  return { status: 302, location: back.href, cookie }
}
