import * as z from 'zod/mini'
import { accessTokens, keptUntilItsEnd } from './accessToken.ts'
import { type AppCredentials, MessagingAppDown, askApp } from './api.ts'
import { type AccountNotice, type ConsentQuestion, consentUrl, sendAccountNotice } from './notices.ts'

/**
 * The permission that the app asks of its user. `snsapi_base` asks nothing and gives only the openid. `snsapi_userinfo`
 * asks for consent and also gives name and unionid.
 */
export type AppScope = 'snsapi_base' | 'snsapi_userinfo'
/**
 * A person of the messaging app. `openid` belongs to one official account or mini-program. `unionid` belongs to all
 * accounts of one company.
 */
export type AppPerson = { openid: string; unionid?: string | undefined; name?: string | undefined }

/** The messaging app (WeChat) inside its webview: OAuth 2.0 of an official account. */
export type MessagingApp = {
  sandbox: boolean
  /**
   * Returns the address that the webview opens. The webview comes back to `returnUrl` with `code` and `state` (letters
   * and digits).
   */
  authorizeUrl: (returnUrl: string, state: string, scope?: AppScope) => string
  /**
   * Returns the payer's openid behind a code. Undefined if the code is used up, too old or invented. Throws
   * MessagingAppDown.
   */
  openidOf: (code: string) => Promise<string | undefined>
  /**
   * Returns the person behind a code. Undefined if the code is not valid, or if the app shows a mere snapshot under an
   * invented user. Throws MessagingAppDown.
   */
  personOf: (code: string) => Promise<AppPerson | undefined>
  appid: string
  /**
   * Returns the ticket with which pages sign for the app's own functions (JS-SDK). The ticket leaves this server only
   * as part of a signature. Throws MessagingAppDown.
   */
  pageTicket: () => Promise<string>
  /** Returns a code that opens the official account. The page draws `url` as a code. Throws MessagingAppDown. */
  accountCode: (scene: string, seconds: number) => Promise<{ url: string; seconds: number }>
  /** Returns the address at which the app asks its user for one message. */
  consentUrl: (question: ConsentQuestion) => string
  /** Sends the one message that a user allowed. Throws NoticeRefused or MessagingAppDown. */
  sendNotice: (notice: AccountNotice) => Promise<void>
  /** Gets an access token, and so proves that the credentials are right. Throws MessagingAppDown. */
  accessToken: () => Promise<string>
}

export type AppPlaces = { authorize: string; consent: string; api: string }
export const WECHAT: AppPlaces = {
  authorize: 'https://open.weixin.qq.com/connect/oauth2/authorize',
  consent: 'https://mp.weixin.qq.com/mp/subscribemsg',
  api: 'https://api.weixin.qq.com',
}

const Id = z.string().check(z.regex(/^[\w-]{1,128}$/))
const Token = z.object({
  access_token: z.string().check(z.minLength(1)),
  openid: Id,
  scope: z.optional(z.string()),
  unionid: z.optional(Id),
  is_snapshotuser: z.optional(z.union([z.number(), z.string()])),
})
const PageTicket = z.object({ ticket: z.string().check(z.minLength(1)), expires_in: z.number() })
const AccountCode = z.object({
  ticket: z.string(),
  url: z.string().check(z.regex(/^https?:\/\/\S{1,300}$/)),
  expire_seconds: z.optional(z.number()),
})
const UserInfo = z.object({ openid: Id, nickname: z.optional(z.string()), unionid: z.optional(Id) })
/**
 * Error codes that mean that the person's code is wrong: invalid, used before, or too old. Every other error is ours or
 * the app's.
 */
const BAD_CODE: ReadonlySet<number> = new Set([40029, 40163, 42003])

type ClientOptions = { sandbox?: boolean; timeoutMs?: number; clock?: () => Date }
/**
 * Our official account at the messaging app. `tokens` are the tokens with which the account calls the API for itself.
 */
type Account = AppCredentials & {
  places: () => AppPlaces
  timeoutMs: number
  tokens: ReturnType<typeof accessTokens>
}

const askForTicket = ({ places, timeoutMs, tokens }: Account): Promise<{ value: string; seconds: number }> =>
  tokens.asking(async (token, stale) => {
    const query = new URLSearchParams({ access_token: token, type: 'jsapi' })
    const answer = await askApp(`${places().api}/cgi-bin/ticket/getticket?${query}`, PageTicket, { stale, timeoutMs })
    return { value: answer!.ticket, seconds: answer!.expires_in }
  })

const accountCode = (
  { places, timeoutMs, tokens }: Account,
  scene: string,
  seconds: number,
): Promise<{ url: string; seconds: number }> =>
  tokens.asking(async (token, stale) => {
    const body = {
      expire_seconds: seconds,
      action_name: 'QR_STR_SCENE',
      action_info: { scene: { scene_str: scene } },
    }
    const address = `${places().api}/cgi-bin/qrcode/create?${new URLSearchParams({ access_token: token })}`
    const answer = await askApp(address, AccountCode, { stale, body, timeoutMs })
    return { url: answer!.url, seconds: answer!.expire_seconds ?? seconds }
  })

const tokenOf = ({ appid, secret, places, timeoutMs }: Account, code: string) => {
  const query = new URLSearchParams({ appid, secret, code, grant_type: 'authorization_code' })
  return askApp(`${places().api}/sns/oauth2/access_token?${query}`, Token, { bad: BAD_CODE, timeoutMs })
}

const personOf = async (account: Account, code: string): Promise<AppPerson | undefined> => {
  const { places, timeoutMs } = account
  const token = await tokenOf(account, code)
  if (!token || Number(token.is_snapshotuser ?? 0) === 1) return undefined
  const { access_token, openid, unionid } = token
  if (!token.scope?.split(',').includes('snsapi_userinfo')) return { openid, unionid }
  const query = new URLSearchParams({ access_token, openid, lang: 'zh_CN' })
  const info = await askApp(`${places().api}/sns/userinfo?${query}`, UserInfo, { timeoutMs })
  if (info?.openid !== openid) throw new MessagingAppDown('the messaging app told of somebody else')
  return { openid, unionid: info.unionid ?? unionid, name: info.nickname }
}

/**
 * Makes the client of the messaging app. `places` is a function, because the addresses of a sandbox are not known until
 * the server listens.
 */
export const messagingApp = (
  credentials: AppCredentials,
  places: () => AppPlaces,
  { sandbox = false, timeoutMs = 5000, clock = () => new Date() }: ClientOptions = {},
): MessagingApp => {
  const { appid, secret } = credentials
  const tokens = accessTokens({ appid, secret }, () => places().api, { clock, timeoutMs })
  const account: Account = { appid, secret, places, timeoutMs, tokens }
  const pageTicket = keptUntilItsEnd(clock, () => askForTicket(account))
  return {
    sandbox,
    appid,
    pageTicket: () => pageTicket(),
    accountCode: (scene, seconds) => accountCode(account, scene, seconds),
    authorizeUrl: (returnUrl, state, scope = 'snsapi_base') => {
      // The vendor demands this order of the parameters, and the fragment is part of its protocol.
      const query = new URLSearchParams({ appid, redirect_uri: returnUrl, response_type: 'code', scope, state })
      return `${places().authorize}?${query}#wechat_redirect`
    },
    consentUrl: (question) => consentUrl(places().consent, appid, question),
    sendNotice: (notice) => sendAccountNotice({ tokens, api: () => places().api, timeoutMs }, notice),
    accessToken: tokens.token,
    openidOf: async (code) => (await tokenOf(account, code))?.openid,
    personOf: (code) => personOf(account, code),
  }
}
