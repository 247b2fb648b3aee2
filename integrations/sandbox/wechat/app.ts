import { createHash } from 'node:crypto'
import type { AppCredentials } from '../../wechat/api.ts'
import type { KeptCodes } from './keptCodes.ts'

/** The sandbox messaging app: the facts that its API works on, and its refusals. */

/**
 * A user of the sandbox messaging app. The user's ids follow from `user`. Official accounts and mini-programs each see
 * a different id of the user, as in WeChat.
 */
export type SandboxUser = { user: string; name: string }
export type WechatApp = {
  clock: () => Date
  kept: KeptCodes
  /** The official account. */
  web: AppCredentials
  /** Our own mini-program. `minis` are all mini-programs that a scanned code may open, and our own is one of them. */
  mini: AppCredentials
  minis: readonly AppCredentials[]
}

export type WechatFault = { errcode: number; errmsg: string }
export const wechatFault = (errcode: number, errmsg: string): WechatFault => ({ errcode, errmsg })

const hashed = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 27)
export const idOf = (user: string, appid: string): string => `o${hashed(`${appid} ${user}`)}`
export const unionOf = (user: string): string => `u${hashed(`union ${user}`)}`

export const whyNotApp = (
  query: { get: (name: string) => string | null | undefined },
  app: AppCredentials,
): WechatFault | undefined => {
  if (!query.get('appid')) return wechatFault(41002, 'appid missing')
  if (query.get('appid') !== app.appid) return wechatFault(40013, 'invalid appid')
  if (!query.get('secret')) return wechatFault(41004, 'appsecret missing')
  return query.get('secret') === app.secret ? undefined : wechatFault(40125, 'invalid appsecret')
}
