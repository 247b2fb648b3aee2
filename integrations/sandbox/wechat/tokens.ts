import { jsonOf } from '../../payment/exchange.ts'
import { type WechatApp, type WechatFault, whyNotApp, wechatFault } from './app.ts'
import { TOKEN_LIFE } from './keptCodes.ts'

/** The access tokens with which our apps call the API in their own name, and not in the name of a user. */

const CLIENT = 'client '
/** A token that ends within this number of milliseconds is not given out again. */
const ENDS_SOON = 5 * 60_000

export const stableToken = ({ kept, clock, web, mini, minis }: WechatApp, body: string): object => {
  const given = jsonOf(body) as Record<string, unknown> | undefined
  if (!given) return wechatFault(47001, 'data format error')
  if (given.grant_type !== 'client_credential') return wechatFault(40002, 'invalid grant_type')
  const app = [web, ...minis].find(({ appid }) => appid === given.appid) ?? mini
  const refused = whyNotApp({ get: (name) => given[name] as string | undefined }, app)
  if (refused) return refused
  const kind = `${CLIENT}${app.appid}`
  const now = clock().getTime()
  const last = given.force_refresh === true ? undefined : kept.last(kind, now + ENDS_SOON)
  if (last) return { access_token: last.key, expires_in: Math.floor((last.ends_at - now) / 1000) }
  kept.endOf(kind)
  return { access_token: kept.keep(kind, {}, TOKEN_LIFE, 64), expires_in: 7200 }
}

/** Returns the app that an access token belongs to, or the vendor's refusal. */
export const appOf = ({ kept, clock }: WechatApp, query: URLSearchParams): { appid: string } | WechatFault => {
  const token = kept.find(query.get('access_token') ?? '')
  if (!token?.kind.startsWith(CLIENT))
    return wechatFault(40001, 'invalid credential, access_token is invalid or not latest')
  return token.ends_at < clock().getTime()
    ? wechatFault(42001, 'access_token expired')
    : { appid: token.kind.slice(CLIENT.length) }
}
