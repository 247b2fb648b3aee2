import type { AppCredentials } from '#integrations/wechat/api.ts'
import { jsonOf } from '../../payment/exchange.ts'
import { type WechatApp, type SandboxUser, wechatFault } from './app.ts'
import { sandboxCodes } from './codes.ts'
import { openKeptCodes } from './keptCodes.ts'
import { type SandboxNotices, sandboxNotices } from './notices.ts'
import { login, oauthToken, phoneNumber, userInfo } from './people.ts'
import { appOf, stableToken } from './tokens.ts'

export type SandboxAppApi = {
  /**
   * Makes a code that a user of the app brings to our server. For each kind of code, only one call of the API accepts
   * the code.
   */
  newCode: (
    kind: 'oauth' | 'login' | 'phone',
    about: { user?: SandboxUser; scope?: string; mobile?: string; snapshot?: boolean },
  ) => string
  /** Ends the access tokens of all our apps. A forced request for a new token ends those of one app. */
  endTokens: () => void
  notices: SandboxNotices
  /** Answers with JSON, or with bytes for a picture. */
  answer: (method: string, url: URL, body: string) => unknown
  close: () => void
}

const posts: ReadonlySet<string> = new Set([
  '/cgi-bin/stable_token',
  '/wxa/business/getuserphonenumber',
  '/wxa/getwxacodeunlimit',
  '/cgi-bin/qrcode/create',
  '/cgi-bin/message/subscribe/send',
  '/cgi-bin/message/template/subscribe',
])
const CODE_LIFE = 5 * 60_000

/** Answers one call, whose method was checked before. */
const answerCall = (
  app: WechatApp,
  codes: ReturnType<typeof sandboxCodes>,
  notices: SandboxNotices,
  { pathname, searchParams }: URL,
  body: string,
): unknown => {
  switch (pathname) {
    case '/sns/oauth2/access_token':
      return oauthToken(app, searchParams)
    case '/sns/userinfo':
      return userInfo(app, searchParams)
    case '/sns/jscode2session':
      return login(app, searchParams)
    case '/cgi-bin/stable_token':
      return stableToken(app, body)
    case '/wxa/business/getuserphonenumber':
      return phoneNumber(app, searchParams, body)
    case '/wxa/getwxacodeunlimit':
    case '/cgi-bin/qrcode/create':
    case '/cgi-bin/ticket/getticket': {
      const caller = appOf(app, searchParams)
      return 'errcode' in caller
        ? caller
        : codes[pathname](caller.appid, searchParams, jsonOf(body) as Record<string, unknown> | undefined)
    }
    case '/wxaapi/newtmpl/gettemplate':
    case '/cgi-bin/message/subscribe/send':
    case '/cgi-bin/message/template/subscribe': {
      const caller = appOf(app, searchParams)
      return 'errcode' in caller ? caller : notices.answer(pathname, caller.appid, body)
    }
    default:
      return wechatFault(40066, 'invalid url')
  }
}

/**
 * Makes an API that answers like the API of the messaging app. A code is valid for five minutes and for one use, a
 * token is valid for two hours, and the API checks secrets.
 */
export const sandboxAppApi = ({
  folder,
  clock,
  origin,
  web,
  minis,
}: {
  folder: string
  clock: () => Date
  origin: () => string
  web: AppCredentials
  minis: readonly AppCredentials[]
}): SandboxAppApi => {
  const kept = openKeptCodes(folder, clock)
  const app: WechatApp = { clock, kept, web, mini: minis[0]!, minis }
  const notices = sandboxNotices(app)
  const codes = sandboxCodes({ origin, isMini: (appid) => minis.some((one) => one.appid === appid) })
  return {
    newCode: (kind, about) => kept.keep(kind, about, CODE_LIFE),
    endTokens: kept.endTokens,
    notices,
    answer: (method, url, body) =>
      posts.has(url.pathname) && method !== 'POST'
        ? wechatFault(43002, 'require POST method')
        : answerCall(app, codes, notices, url, body),
    close: kept.close,
  }
}
