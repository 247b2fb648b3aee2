import { randomBytes } from 'node:crypto'
import { jsonOf } from '../../payment/exchange.ts'
import { type WechatApp, type SandboxUser, type WechatFault, idOf, unionOf, whyNotApp, wechatFault } from './app.ts'
import { TOKEN_LIFE } from './keptCodes.ts'
import { appOf } from './tokens.ts'

/**
 * The calls with which our apps learn a person's name, mobile number, or id in the app. A call takes a code, or the
 * token that another call gave for a code.
 */

const OAUTH_TOKEN = 'oauth token'

/** Uses up a code. Returns the vendor's refusal if the code is unknown, of another kind, used or too old. */
const take = (
  { kept, clock }: WechatApp,
  code: string,
  kind: string,
): { about: Record<string, unknown> } | WechatFault => {
  const found = kept.find(code)
  if (found?.kind !== kind) return wechatFault(40029, 'invalid code')
  if (!kept.use(code)) return wechatFault(40163, 'code been used')
  return found.ends_at < clock().getTime()
    ? wechatFault(42003, 'code expired')
    : { about: JSON.parse(found.about) as Record<string, unknown> }
}

export const oauthToken = (app: WechatApp, query: URLSearchParams): object => {
  const { kept, web } = app
  const refused = whyNotApp(query, web)
  if (refused) return refused
  if (query.get('grant_type') !== 'authorization_code') return wechatFault(40002, 'invalid grant_type')
  const taken = take(app, query.get('code') ?? '', 'oauth')
  if ('errcode' in taken) return taken
  const { user, scope, snapshot } = taken.about as { user: SandboxUser; scope: string; snapshot?: boolean }
  const openid = idOf(user.user, web.appid)
  return {
    access_token: kept.keep(OAUTH_TOKEN, { user, openid, scope }, TOKEN_LIFE, 32),
    expires_in: 7200,
    refresh_token: randomBytes(32).toString('hex'),
    openid,
    scope,
    ...(scope === 'snsapi_userinfo' ? { unionid: unionOf(user.user) } : {}),
    ...(snapshot ? { is_snapshotuser: 1 } : {}),
  }
}

export const userInfo = ({ kept, clock }: WechatApp, query: URLSearchParams): object => {
  const token = kept.find(query.get('access_token') ?? '')
  if (token?.kind !== OAUTH_TOKEN)
    return wechatFault(40001, 'invalid credential, access_token is invalid or not latest')
  if (token.ends_at < clock().getTime()) return wechatFault(42001, 'access_token expired')
  const { user, openid, scope } = JSON.parse(token.about) as { user: SandboxUser; openid: string; scope: string }
  if (query.get('openid') !== openid) return wechatFault(40003, 'invalid openid')
  if (scope !== 'snsapi_userinfo') return wechatFault(48001, 'api unauthorized')
  return {
    openid,
    nickname: user.name,
    sex: 0,
    language: '',
    city: '',
    province: '',
    country: '',
    headimgurl: '',
    privilege: [],
    unionid: unionOf(user.user),
  }
}

export const login = (app: WechatApp, query: URLSearchParams): object => {
  const { mini } = app
  const refused = whyNotApp(query, mini)
  if (refused) return refused
  if (query.get('grant_type') !== 'authorization_code') return wechatFault(40002, 'invalid grant_type')
  const taken = take(app, query.get('js_code') ?? '', 'login')
  if ('errcode' in taken) return taken
  const { user } = taken.about as { user: SandboxUser }
  return {
    openid: idOf(user.user, mini.appid),
    session_key: randomBytes(16).toString('base64'),
    unionid: unionOf(user.user),
  }
}

export const phoneNumber = (app: WechatApp, query: URLSearchParams, body: string): object => {
  const { mini, clock } = app
  const caller = appOf(app, query)
  if ('errcode' in caller) return caller
  if (caller.appid !== mini.appid) return wechatFault(48001, 'api unauthorized')
  const given = jsonOf(body) as Record<string, unknown> | undefined
  if (typeof given?.code !== 'string') return wechatFault(47001, 'data format error')
  const taken = take(app, given.code, 'phone')
  if ('errcode' in taken) return taken
  const { mobile } = taken.about as { mobile: string }
  const [, countryCode, pure] = /^\+(86|852|853|886|1|44)(\d+)$/.exec(mobile)!
  return {
    errcode: 0,
    errmsg: 'ok',
    phone_info: {
      phoneNumber: countryCode === '86' ? pure : `+${countryCode}${pure}`,
      purePhoneNumber: pure,
      countryCode,
      watermark: { timestamp: Math.floor(clock().getTime() / 1000), appid: mini.appid },
    },
  }
}
