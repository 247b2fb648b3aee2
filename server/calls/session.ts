import type { IncomingHttpHeaders } from 'node:http'
import type { Endpoint } from '#contract/endpoint.ts'
import { type SessionKind, findSession, maxAge } from '#db/sessions.ts'
import { type Parts, type Who, nobody } from '#seam/server/handle.ts'

const cookieNames: Record<SessionKind, string> = { runner: 'startline', staff: 'startline_console' }
/**
 * Names the cookie of a session. Over https the name has a prefix that keeps another host of the same domain from
 * setting the cookie.
 */
const cookieName = (kind: SessionKind, secure: boolean): string => (secure ? '__Host-' : '') + cookieNames[kind]
const longestToken = 200

/**
 * Returns the kind of session of a call. Calls of the console, calls that demand staff, and calls whose endpoint says
 * so use the staff's session. All other calls use the runner's session.
 */
export const sessionKindOf = ({ path, access, session }: Pick<Endpoint, 'path' | 'access' | 'session'>): SessionKind =>
  session === 'staff' || path.startsWith('/console/') || access === 'staff' || typeof access === 'object'
    ? 'staff'
    : 'runner'

/**
 * Finds the caller with this token. A token that has ended or never existed gives `expired`, so that the screen can ask
 * for a new log-in.
 */
export const whoIs = async (
  parts: Pick<Parts, 'db' | 'clock'>,
  token: string | null,
  kind: SessionKind,
): Promise<Who> => {
  if (!token) return nobody
  const session = token.length <= longestToken ? await findSession(parts.db, token, kind, parts.clock()) : undefined
  if (!session) return { ...nobody, expired: true }
  return {
    uid: session.uid,
    session: String(session.id),
    staffid: session.staffid,
    roles: session.roles,
    expired: false,
  }
}

/**
 * Tells whether a browser's request comes from our own pages. A browser sends Origin with every POST. Without Origin,
 * the header Sec-Fetch-Site decides; a request with neither header counts as ours. The server also compares Origin with
 * the host that the browser asked for, so that a phone in the same network reaches a server started for localhost.
 */
export const isOurOrigin = (headers: IncomingHttpHeaders, origin?: string): boolean => {
  const from = headers.origin
  const site = headers['sec-fetch-site']
  if (from === undefined) return site === undefined || site === 'same-origin' || site === 'none'
  return from === origin || (URL.canParse(from) && new URL(from).host === headers.host)
}

export const cookieOf = (headers: IncomingHttpHeaders, name: string): string | undefined => {
  for (const part of headers.cookie?.split(';') ?? []) {
    const [key, value] = part.trim().split('=')
    if (key === name && value) return value
  }
  return undefined
}

/**
 * Returns the token of a call: `_token` (body or query), then `Authorization: Bearer`, then the cookie. A browser sends
 * the cookie by itself, so the server trusts it from our own pages only.
 */
export const tokenOf = (
  headers: IncomingHttpHeaders,
  body: Readonly<Record<string, unknown>>,
  kind: SessionKind,
  origin?: string,
): { token: string | null; trusted: boolean } => {
  if (typeof body._token === 'string' && body._token) return { token: body._token, trusted: true }
  const bearer = /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '')
  if (bearer) return { token: bearer[1]!, trusted: true }
  return {
    token: cookieOf(headers, cookieName(kind, origin?.startsWith('https:') ?? false)) ?? null,
    trusted: isOurOrigin(headers, origin),
  }
}

/** Tells whether a browser brings a runner's session, valid or not. */
export const holdsSession = (headers: IncomingHttpHeaders, origin?: string): boolean =>
  cookieOf(headers, cookieName('runner', origin?.startsWith('https:') ?? false)) !== undefined

/**
 * Returns the Set-Cookie value that keeps a session in the browser, or removes it (token null). Scripts cannot read it.
 */
export const sessionCookie = (token: string | null, kind: SessionKind, secure: boolean): string =>
  [
    `${cookieName(kind, secure)}=${token ?? ''}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    `Max-Age=${token === null ? 0 : maxAge(kind)}`,
    ...(secure ? ['Secure'] : []),
  ].join('; ')
