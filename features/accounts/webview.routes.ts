import { type RawRoute, raw } from '#seam/server/handle.ts'
import { sendSandboxPage } from '#features/wechatnotices/sandboxPage.service.ts'

/**
 * Returns an address of this app as its path with its query, or undefined for any other address. The parser drops tabs
 * and reads \ as /, as browsers do.
 */
const ownPath = (given: string | null, origin: string): string | undefined => {
  const address = given?.startsWith('/') ? URL.parse(given, origin) : null
  return address?.origin === new URL(origin).origin ? address.pathname + address.search : undefined
}

/**
 * Sends the webview to the messaging app. The app asks its user and opens the log-in page with a code. The log-in page
 * compares `state` with the one that this tab keeps, so that a link from another person logs nobody in.
 */
const login: RawRoute['run'] = async (parts, request, reply) => {
  const query = new URL(request.url, parts.origin).searchParams
  const state = query.get('state') ?? ''
  if (!/^[a-zA-Z0-9]{16,128}$/.test(state)) return reply.code(400).type('text/plain').send('')
  const back = new URL('/login', parts.origin)
  for (const name of ['lang', 'raceid', 'app', 'color', 'bind'])
    if (query.get(name)) back.searchParams.set(name, query.get(name)!.slice(0, 40))
  const to = ownPath(query.get('to'), parts.origin)
  if (to) back.searchParams.set('to', to)
  return reply
    .code(302)
    .header('cache-control', 'no-store')
    .header('location', parts.integrations.messagingApp.authorizeUrl(back.href, state, 'snsapi_userinfo'))
    .send()
}

/**
 * Serves the authorisation page of the sandbox messaging app. Like the real app, the function shows no page if the
 * caller asks only for an id.
 */
const sandboxAuthorize: RawRoute['run'] = async (parts, request, reply) => {
  const { searchParams } = new URL(request.url, parts.origin)
  const answer = parts.integrations.sandbox.messagingapp?.authorize(
    searchParams,
    request.headers.cookie ?? '',
    request.headers['accept-language'],
  )
  return sendSandboxPage(reply, answer)
}

export const rawRoutes: readonly RawRoute[] = [
  raw(
    'GET',
    '/wechat/login',
    'Leads to the log-in of the messaging app, for a page inside that app. The log-in returns to the page `/login` ' +
      'with a code for `/wechat/app/auth`. It returns `state` (16 letters and digits or more) unchanged. `to` is the ' +
      'page after the log-in.',
    login,
  ),
  raw(
    'GET',
    '/pretend/messagingapp/authorize',
    'Serves the page on which the sandbox messaging app tells who its user is. Only if no real messaging app is ' +
      'configured.',
    sandboxAuthorize,
  ),
]
