/*
 * The runtime of a mini-program has neither URL nor URLSearchParams, so this file reads and writes addresses itself.
 */
export type Params = Readonly<Record<string, string | undefined>>

/** Decodes a parameter. A text that is not encoded stays unchanged. */
export const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Reads the parameters between the `?` and the `#` of an address. Without a `?` there are none. */
export const paramsIn = (address: string): Record<string, string> => {
  const query = address.split('#')[0]!.split('?').slice(1).join('?')
  const params: Record<string, string> = {}
  for (const pair of query.split('&')) {
    const [name = '', ...value] = pair.split('=')
    if (name !== '') params[decoded(name)] = decoded(value.join('=').replace(/\+/g, ' '))
  }
  return params
}

/** Writes an address with its parameters. Parameters without a value are left out. */
export const addressOf = (path: string, params: Params): string => {
  const query = Object.entries(params)
    .filter((pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== '')
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')
  const bare = path.split(/[?#]/)[0]!
  return query === '' ? bare : `${bare}?${query}`
}

/** Returns the path of a page of ours with its query, or undefined for an address elsewhere. */
export const pathOfOurs = (link: string, origin: string): string | undefined => {
  if (/^\/(?![/\\])/.test(link)) return link
  const bare = origin.replace(/^https?:/, '')
  const whole = link.replace(/^https?:/, '')
  if (whole === bare) return '/'
  return whole.startsWith(`${bare}/`) ? whole.slice(bare.length) : undefined
}

/** Parameters of a session and of one person, such as the language. An address that goes to other people must not have them. */
const own: ReadonlySet<string> = new Set([
  '_token',
  'token',
  '_uid',
  'openid',
  'code',
  'idnum',
  '_ticket',
  'link',
  'lang',
])
const withoutOwn = (path: string): string =>
  addressOf(path, Object.fromEntries(Object.entries(paramsIn(path)).filter(([name]) => !own.has(name))))

/** Returns the path of the page that a shared card of the mini-program opens. */
export const sharedPath = (webAddress: string, origin: string): string =>
  addressOf('/pages/webview/webview', { link: withoutOwn(pathOfOurs(webAddress, origin) ?? '/') })

/**
 * Returns the whole address that the web view opens. The address carries the session, because a web view has no cookies
 * yet.
 */
export const webAddress = (
  origin: string,
  path: string,
  session: { token?: string | undefined; lang: string },
): string =>
  origin +
  addressOf(path, { ...paramsIn(path), _token: session.token, lang: session.lang, app: '1' }) +
  (path.includes('#') ? path.slice(path.indexOf('#')) : '')
