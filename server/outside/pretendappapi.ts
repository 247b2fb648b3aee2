import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { AppCredentials } from './messagingapp.ts'
import { pretendCodes } from './pretendcodes.ts'

/** A user of the pretend messaging app. Its ids follow from its name, another one for each official account or mini-program, as the vendor's. */
export type PretendUser = { user: string; name: string }
export type PretendAppApi = {
  /** A code as the app gives its user for us, of the kind that one call of the API takes. */
  newCode: (
    kind: 'oauth' | 'login' | 'phone',
    about: { user?: PretendUser; scope?: string; mobile?: string; snapshot?: boolean },
  ) => string
  /** Every access token ends at once, as after somebody else has asked for a new one by force. */
  endTokens: () => void
  /** JSON, or (bytes) a picture. */
  answer: (method: string, url: URL, body: string) => unknown
  close: () => void
}

const posts: ReadonlySet<string> = new Set([
  '/cgi-bin/stable_token',
  '/wxa/business/getuserphonenumber',
  '/wxa/getwxacodeunlimit',
  '/cgi-bin/qrcode/create',
])
const CODE_LIFE = 5 * 60_000
const TOKEN_LIFE = 7200_000
const idOf = (user: string, appid: string): string =>
  `o${createHash('sha256').update(`${appid} ${user}`).digest('hex').slice(0, 27)}`
const unionOf = (user: string): string => `u${createHash('sha256').update(`union ${user}`).digest('hex').slice(0, 27)}`
const wrong = (errcode: number, errmsg: string) => ({ errcode, errmsg })

type Kept = { kind: string; about: string; ends_at: number; used: number }

/** The API of a messaging app of our own: codes live five minutes and are good once, tokens two hours, and secrets are looked at, as the vendor does. */
export const pretendAppApi = ({
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
}): PretendAppApi => {
  const mini = minis[0]!
  const db = new DatabaseSync(join(folder, 'messagingapp.sqlite'))
  db.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000')
  db.exec(
    'create table if not exists kept (key text primary key, kind text not null, about text not null, ends_at integer not null, used integer not null default 0) strict',
  )
  const insert = db.prepare('insert into kept (key, kind, about, ends_at) values (?, ?, ?, ?)')
  const find = db.prepare('select kind, about, ends_at, used from kept where key = ?')
  const use = db.prepare('update kept set used = 1 where key = ? and used = 0')
  const lastToken = db.prepare(
    'select key, ends_at from kept where kind = ? and ends_at > ? order by ends_at desc limit 1',
  )
  const tidy = db.prepare('delete from kept where ends_at < ?')
  const endTokensOf = db.prepare('update kept set ends_at = 0 where kind = ?')
  const endTokens = db.prepare("update kept set ends_at = 0 where kind like 'client %'")
  const now = () => clock().getTime()
  const keep = (kind: string, about: object, life: number, bytes = 16): string => {
    tidy.run(now() - 2 * TOKEN_LIFE)
    const key = randomBytes(bytes).toString('hex')
    insert.run(key, kind, JSON.stringify(about), now() + life)
    return key
  }
  /** A code once and in time, of the kind that the call takes. */
  const take = (
    code: string,
    kind: string,
  ): { about: Record<string, unknown> } | { errcode: number; errmsg: string } => {
    const kept = find.get(code) as Kept | undefined
    if (kept?.kind !== kind) return wrong(40029, 'invalid code')
    if (use.run(code).changes === 0) return wrong(40163, 'code been used')
    return kept.ends_at < now()
      ? wrong(42003, 'code expired')
      : { about: JSON.parse(kept.about) as Record<string, unknown> }
  }
  const whyNotApp = (query: { get: (name: string) => string | null | undefined }, app: AppCredentials) => {
    if (!query.get('appid')) return wrong(41002, 'appid missing')
    if (query.get('appid') !== app.appid) return wrong(40013, 'invalid appid')
    if (!query.get('secret')) return wrong(41004, 'appsecret missing')
    return query.get('secret') === app.secret ? undefined : wrong(40125, 'invalid appsecret')
  }

  const oauthToken = (query: URLSearchParams) => {
    const refused = whyNotApp(query, web)
    if (refused) return refused
    if (query.get('grant_type') !== 'authorization_code') return wrong(40002, 'invalid grant_type')
    const taken = take(query.get('code') ?? '', 'oauth')
    if ('errcode' in taken) return taken
    const { user, scope, snapshot } = taken.about as { user: PretendUser; scope: string; snapshot?: boolean }
    const openid = idOf(user.user, web.appid)
    const access_token = keep('oauth token', { user, openid, scope }, TOKEN_LIFE, 32)
    return {
      access_token,
      expires_in: 7200,
      refresh_token: randomBytes(32).toString('hex'),
      openid,
      scope,
      ...(scope === 'snsapi_userinfo' ? { unionid: unionOf(user.user) } : {}),
      ...(snapshot ? { is_snapshotuser: 1 } : {}),
    }
  }
  const userInfo = (query: URLSearchParams) => {
    const kept = find.get(query.get('access_token') ?? '') as Kept | undefined
    if (kept?.kind !== 'oauth token') return wrong(40001, 'invalid credential, access_token is invalid or not latest')
    if (kept.ends_at < now()) return wrong(42001, 'access_token expired')
    const { user, openid, scope } = JSON.parse(kept.about) as { user: PretendUser; openid: string; scope: string }
    if (query.get('openid') !== openid) return wrong(40003, 'invalid openid')
    if (scope !== 'snsapi_userinfo') return wrong(48001, 'api unauthorized')
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
  const login = (query: URLSearchParams) => {
    const refused = whyNotApp(query, mini)
    if (refused) return refused
    if (query.get('grant_type') !== 'authorization_code') return wrong(40002, 'invalid grant_type')
    const taken = take(query.get('js_code') ?? '', 'login')
    if ('errcode' in taken) return taken
    const { user } = taken.about as { user: PretendUser }
    return {
      openid: idOf(user.user, mini.appid),
      session_key: randomBytes(16).toString('base64'),
      unionid: unionOf(user.user),
    }
  }
  const read = (body: string): Record<string, unknown> | undefined => {
    try {
      return JSON.parse(body) as Record<string, unknown>
    } catch {
      return undefined
    }
  }
  const stableToken = (body: string) => {
    const given = read(body)
    if (!given) return wrong(47001, 'data format error')
    if (given.grant_type !== 'client_credential') return wrong(40002, 'invalid grant_type')
    const app = [web, ...minis].find(({ appid }) => appid === given.appid) ?? mini
    const refused = whyNotApp({ get: (name) => given[name] as string | undefined }, app)
    if (refused) return refused
    const kind = `client ${app.appid}`
    const last =
      given.force_refresh === true
        ? undefined
        : (lastToken.get(kind, now() + 5 * 60_000) as { key: string; ends_at: number } | undefined)
    if (last) return { access_token: last.key, expires_in: Math.floor((last.ends_at - now()) / 1000) }
    endTokensOf.run(kind)
    return { access_token: keep(kind, {}, TOKEN_LIFE, 64), expires_in: 7200 }
  }
  /** Which of our apps an access token is of, or what the vendor says of it. */
  const appOf = (query: URLSearchParams): { appid: string } | { errcode: number; errmsg: string } => {
    const token = find.get(query.get('access_token') ?? '') as Kept | undefined
    if (!token?.kind.startsWith('client '))
      return wrong(40001, 'invalid credential, access_token is invalid or not latest')
    return token.ends_at < now() ? wrong(42001, 'access_token expired') : { appid: token.kind.slice('client '.length) }
  }
  const codes = pretendCodes({ origin, isMini: (appid) => minis.some((one) => one.appid === appid) })
  const phoneNumber = (query: URLSearchParams, body: string) => {
    const app = appOf(query)
    if ('errcode' in app) return app
    if (app.appid !== mini.appid) return wrong(48001, 'api unauthorized')
    const given = read(body)
    if (typeof given?.code !== 'string') return wrong(47001, 'data format error')
    const taken = take(given.code, 'phone')
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
        watermark: { timestamp: Math.floor(now() / 1000), appid: mini.appid },
      },
    }
  }
  return {
    newCode: (kind, about) => keep(kind, about, CODE_LIFE),
    endTokens: () => void endTokens.run(),
    answer: (method, { pathname, searchParams }, body) => {
      if (posts.has(pathname) && method !== 'POST') return wrong(43002, 'require POST method')
      switch (pathname) {
        case '/sns/oauth2/access_token':
          return oauthToken(searchParams)
        case '/sns/userinfo':
          return userInfo(searchParams)
        case '/sns/jscode2session':
          return login(searchParams)
        case '/cgi-bin/stable_token':
          return stableToken(body)
        case '/wxa/business/getuserphonenumber':
          return phoneNumber(searchParams, body)
        case '/wxa/getwxacodeunlimit':
        case '/cgi-bin/qrcode/create':
        case '/cgi-bin/ticket/getticket': {
          const app = appOf(searchParams)
          return 'errcode' in app ? app : codes[pathname](app.appid, searchParams, read(body))
        }
        default:
          return wrong(40066, 'invalid url')
      }
    },
    close: () => db.close(),
  }
}
