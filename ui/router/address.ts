import { raceOfKey } from '#contract/key.ts'

/**
 * The link parameters of every page (docs/behaviour/screens.md, Link parameters): `_token, openid, uid, raceid | r,
 * app, lang, color`. The page reads the token and the identity number, then removes both from the address, so that the
 * history keeps neither.
 */
export type PageLink = {
  raceid?: number
  app?: string
  lang?: string
  color?: string
  uid?: string
  openid?: string
  channel?: string
  ticket?: string
}

const short = (given: string | null): string | undefined => (given && given.length <= 200 ? given : undefined)
const race = (given: string | null): number | undefined => {
  const id = given && /^\d{1,10}$/.test(given) ? Number(given) : 0
  return id >= 1 && id <= 2147483647 ? id : undefined
}

/**
 * Reads the parameters of every page. If the address has a registration's key and no race, the page belongs to the
 * key's race.
 */
export const readLink = (search: string): PageLink => {
  const params = new URLSearchParams(search)
  const key = params.get('_key') ?? params.get('key') ?? params.get('userKey') ?? ''
  return {
    raceid: race(params.get('raceid')) ?? race(params.get('r')) ?? race(params.get('race_id')) ?? raceOfKey(key),
    app: short(params.get('app')),
    lang: short(params.get('lang')),
    color: short(params.get('color')),
    uid: short(params.get('uid') ?? params.get('_uid')),
    openid: short(params.get('openid')),
    channel: short(params.get('_channel')),
    ticket: short(params.get('_ticket')),
  }
}

/**
 * The parameters with which the messaging app returns to the log-in page: a code ('' if the user refused) and the state
 * of the request.
 */
export type AppReturn = { code: string; state: string }

/** Returns the address without its secrets, and the removed secrets. */
export const withoutSecrets = (
  href: string,
): { href: string; token?: string; idnum?: string; invite?: string; app?: AppReturn } => {
  const [whole = '', hash] = href.split('#')
  const [pathname = '', search = ''] = whole.split('?')
  const params = new URLSearchParams(search)
  const token = params.get('_token') ?? undefined
  const idnum = params.get('idnum') ?? undefined
  const invite = params.get('invite') ?? undefined
  const [code, state] = [params.get('code'), params.get('state')]
  const app = pathname === '/login' && state !== null ? { code: code ?? '', state } : undefined
  for (const name of ['_token', 'idnum', 'invite', ...(app ? ['code', 'state'] : [])]) params.delete(name)
  const rest = params.toString()
  return {
    href: pathname + (rest ? `?${rest}` : '') + (hash ? `#${hash}` : ''),
    ...(token ? { token } : {}),
    ...(idnum ? { idnum } : {}),
    ...(invite ? { invite } : {}),
    ...(app ? { app } : {}),
  }
}

/**
 * Returns a storage that a private window or a webview may refuse. After a refusal the app continues without the value.
 */
const kept = (which: 'localStorage' | 'sessionStorage') => ({
  get: (key: string): string | undefined => {
    try {
      return globalThis[which].getItem(`startline:${key}`) ?? undefined
    } catch {
      return undefined
    }
  },
  set: (key: string, value: string | undefined): void => {
    try {
      if (value === undefined) globalThis[which].removeItem(`startline:${key}`)
      else globalThis[which].setItem(`startline:${key}`, value)
    } catch {
      // The storage is full or forbidden, so the app continues without the value.
    }
  },
})
export const onDevice = kept('localStorage')
export const inSession = kept('sessionStorage')

let cameIdnum: string | undefined
let cameInvite: string | undefined
let cameApp: AppReturn | undefined
/** Returns the identity number that came with the page's link. Undefined if none came, and at every later call. */
export const takeIdnum = (): string | undefined => {
  const came = cameIdnum
  cameIdnum = undefined
  return came
}

/** Returns the invitation code that came with the page's link. Undefined if none came, and at every later call. */
export const takeInvite = (): string | undefined => {
  const came = cameInvite
  cameInvite = undefined
  return came
}

/**
 * Returns the messaging app's parameters that came with the page's link. Undefined if none came, and at every later
 * call.
 */
export const takeAppReturn = (): AppReturn | undefined => {
  const came = cameApp
  cameApp = undefined
  return came
}

/**
 * Removes the secrets from the address bar: token, identity number, invitation code, and the messaging app's
 * parameters. Call it before anything else runs, and on every change of address. With `first`, a token that differs
 * from the session's token is returned and not used, because the page first asks whose session to use.
 */
export const takeSecrets = (first = false): string | undefined => {
  const { href, token, idnum, invite, app } = withoutSecrets(location.pathname + location.search + location.hash)
  if (token === undefined && idnum === undefined && invite === undefined && app === undefined) return undefined
  if (invite) cameInvite = invite.slice(0, 40)
  if (app) cameApp = app
  const asks = first && token !== undefined && token !== sessionToken()
  if (token && !asks) keepToken(token)
  if (idnum) {
    rememberIdnum(idnum)
    cameIdnum = idnum
  }
  history.replaceState(history.state, '', href)
  return asks ? token : undefined
}

/** Returns the race in the path of an organisers' page: `/console/226/events`. Undefined if the path names no race. */
export const raceInPath = (pathname: string): number | undefined =>
  race(/^\/console\/(\d+)(?:\/|$)/.exec(pathname)?.[1] ?? null)

/** Reads the parameters of an address. A page of the console has the race of its path, or is a page of all races. */
export const linkAt = (pathname: string, search: string): PageLink => {
  const { raceid: asked, ...read } = readLink(search)
  const raceid = /^\/console(?:\/|$)/.test(pathname) ? raceInPath(pathname) : asked
  return raceid === undefined ? read : { ...read, raceid }
}
/** Returns the parameters of the page that is open now. */
export const link = (): PageLink =>
  typeof location === 'undefined' ? readLink('') : linkAt(location.pathname, location.search)
/** The token, for a webview that refuses to keep it. It lasts as long as the page. */
let tokenHere: string | undefined
/** Returns the session token that this tab keeps. A log-in that uses only a cookie has no token here. */
export const sessionToken = (): string | undefined => inSession.get('token') ?? tokenHere
/**
 * Returns the ticket of a place in a race's waiting room, if the device keeps one. Only the account that got the ticket
 * can use it.
 */
export const keptTicket = (raceid: number): string | undefined => onDevice.get(`ticket-${raceid}`)
export const keepTicket = (raceid: number, ticket: string | undefined): void => onDevice.set(`ticket-${raceid}`, ticket)
export const keepToken = (token: string): void => {
  tokenHere = token
  inSession.set('token', token)
}
/**
 * Returns the registrations that this device keeps for a time without a network, as web/pages/keptEntry.ts writes them.
 * Undefined if it keeps none.
 */
export const keptEntries = (): string | undefined => onDevice.get('entries')
export const setKeptEntries = (entries: string): void => onDevice.set('entries', entries)
/**
 * Returns the unpaid orders that this device remembers, as seam/web/unpaid.ts writes them. Undefined if it remembers
 * none.
 */
export const unpaidEntries = (): string | undefined => onDevice.get('unpaid')
export const setUnpaidEntries = (orders: string | undefined): void => onDevice.set('unpaid', orders)
/** Forgets the session at a log-out, and with it the registrations and unpaid orders that this device keeps. */
export const forgetToken = (): void => {
  tokenHere = undefined
  inSession.set('token', undefined)
  onDevice.set('entries', undefined)
  onDevice.set('unpaid', undefined)
}

/**
 * Returns the identity number that was looked for last, kept on this device only (docs/behaviour/accounts.md, The
 * remembered number). Returns '' if the device keeps none.
 */
export const rememberedIdnum = (): string => onDevice.get('idnum') ?? ''
export const rememberIdnum = (idnum: string): void => onDevice.set('idnum', idnum)
export const forgetIdnum = (): void => onDevice.set('idnum', undefined)

export type Params = Readonly<Record<string, string | number | undefined | null>>
/**
 * Returns an address in the app, with the page's own parameters and the parameters that every page carries on. `raceid:
 * null` leaves the race out.
 */
export const hrefTo = (pathname: string, params: Params = {}, from: PageLink = link()): string => {
  const search = new URLSearchParams()
  const along: Params = {
    raceid: from.raceid,
    app: from.app,
    lang: from.lang,
    color: from.color,
    uid: from.uid,
    openid: from.openid,
    _channel: from.channel,
  }
  for (const [name, value] of Object.entries({ ...along, ...params })) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  const said = search.toString()
  return said ? `${pathname}?${said}` : pathname
}

/** Returns the address in the app of a page that the server names by a path and a query. */
export const hrefToPage = (page: string): string => {
  const address = new URL(page, 'http://page')
  return hrefTo(address.pathname, Object.fromEntries(address.searchParams))
}
