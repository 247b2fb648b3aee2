import compress from '@fastify/compress'
import Fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { langOf } from '#contract/words.ts'
import { askDatabase } from '#db/ready.ts'
import { freeBytes } from '#integrations/files/disk.ts'
import { type Parts, RefusalError, requestId } from '#seam/server/handle.ts'
import { type Failing, failing, langOfRequest, refusalWords, send } from './calls/answers.ts'
import { bodyLimit, takeBodies } from './calls/bodies.ts'
import { HEADERS_MS, endHalfSent } from './calls/halfSent.ts'
import { mountRaw, mountRoutes } from './calls/mounting.ts'
import { pathOf, watchCalls } from './calls/watching.ts'
import { rooms } from './features.ts'
import { isPage } from './pages/addresses.ts'
import { httpStatusOf } from './readiness/readiness.rules.ts'
import { type ReadyWatch, watchReadiness } from './readiness/watch.ts'
import { type PageServer, serveApps } from './shell.ts'

export type AppSettings = {
  trustProxy?: boolean | 1 | string[]
  partnerOrigin?: string | undefined
  /**
   * The share of time that the server may spend on drawing pages. Unset means the usual share. Tests use all of the
   * time.
   */
  drawing?: number | undefined
  secureCookies?: boolean
  /**
   * False in tests whose clock stands still. The server then makes each shared answer anew, and a cache must ask the
   * server again for each call.
   */
  keepsShared?: boolean
  /** `faults` logs only faults of the server, `all` logs every call. Unset logs nothing, as in tests. */
  log?: 'faults' | 'all'
  /** The place that the log goes to. Unset means standard output. */
  logTo?: { write: (line: string) => void }
  /** Tells whether the server is ready. Unset means that the app makes a watch for itself. */
  ready?: ReadyWatch
  /** Prints a warning that the operator should act on. */
  warn?: (line: string) => void
  apps?: boolean
}

/**
 * Returns the settings of the log. The log holds the method of a call and its path as the contract writes it, because
 * an address may hold personal data.
 */
const loggerOf = ({ log, logTo }: AppSettings) =>
  log && {
    level: log === 'all' ? 'info' : 'error',
    ...(logTo ? { stream: logTo } : {}),
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, path: pathOf(request) }),
    },
  }

const addHeaders = (app: FastifyInstance, parts: Parts, { partnerOrigin, secureCookies }: AppSettings): void => {
  const partnerHost = partnerOrigin === undefined ? undefined : new URL(partnerOrigin).host
  app.addHook('onRequest', (request, reply, done) => {
    // Our pages may read the answers of the partner's host. Browsers send no cookies to that host, so the page itself
    // sends the token.
    if (partnerHost !== undefined && request.headers.host === partnerHost && request.headers.origin === parts.origin) {
      reply.header('access-control-allow-origin', parts.origin).header('vary', 'origin')
      // Before an upload with a progress bar, the browser sends an OPTIONS request.
      if (request.method === 'OPTIONS')
        return void reply
          .header('access-control-allow-methods', 'GET, POST')
          .header('access-control-max-age', '600')
          .code(204)
          .send()
    }
    // No cache keeps an answer unless its route allows this. Without this header a cache may keep a 404.
    reply.header('cache-control', 'no-store')
    // An answer that is no page may not change the base of its addresses. It may stand only in a frame of our own
    // pages. Other sites get no referrer from it. Pages set more headers (server/shell.ts).
    reply
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'same-origin')
      .header('content-security-policy', "base-uri 'none'; frame-ancestors 'self'")
    if (secureCookies) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    done()
  })
}

const PROXIED =
  'Forwarded addresses arrive and TRUST_PROXY is not set: everybody behind the proxy counts as one caller, so that ' +
  'limits hit the wrong people. Set TRUST_PROXY=1 where one proxy stands before this server.'
const WARN_MS = 3_600_000
/** Warns once an hour that a proxy is in front of the server without a setting for it. */
const watchProxy = (app: FastifyInstance, { trustProxy, warn }: AppSettings): void => {
  if (trustProxy || !warn) return
  let last = -Infinity
  app.addHook('onRequest', (request, _reply, done) => {
    const { 'x-forwarded-for': forwarded, forwarded: standard } = request.headers
    if ((forwarded !== undefined || standard !== undefined) && performance.now() - last > WARN_MS) {
      last = performance.now()
      warn(PROXIED)
    }
    done()
  })
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST'])
/**
 * Refuses methods that neither pages nor calls have. The returned function makes an address refuse the methods that its
 * calls do not have.
 */
const refuseOtherMethods = (app: FastifyInstance, fail: Failing): ((url: string) => void) => {
  const refuse = (request: FastifyRequest, reply: FastifyReply, allow: string) =>
    fail(request, reply.header('allow', allow), new RefusalError('method_not_allowed'), langOfRequest(request))
  app.addHook('onRequest', (request, reply, done) => {
    // Another company's protocol may call an address of ours with the method DELETE.
    if (METHODS.has(request.method) || (request.method === 'DELETE' && !request.is404)) done()
    else refuse(request, reply, 'GET, HEAD, POST')
  })
  return (path) => {
    // The router stores a path without the slash at its end, so the slash is removed here too.
    const url = path.replace(/(.)\/$/, '$1')
    for (const [method, allow] of [
      ['GET', 'POST'],
      ['POST', 'GET, HEAD'],
    ] as const) {
      if (app.hasRoute({ url, method }) || (method === 'GET' && isPage(url))) continue
      const hook = (request: FastifyRequest, reply: FastifyReply) => void refuse(request, reply, allow)
      app.route({ method, url, onRequest: hook, handler: hook })
    }
  }
}

const asksForPage = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && String(headers.accept).includes('text/html')

/**
 * Answers with the page if a browser opens an address that a page and a call share. Undefined for every other caller.
 */
const pageAt = (serve: PageServer | undefined, request: FastifyRequest, reply: FastifyReply) =>
  asksForPage(request) && isPage(request.url.split('?')[0]!) ? serve?.(request, reply) : undefined

/** Watches whether the database answers and the disk has space. */
export const readyWatch = ({ db, folder }: Pick<Parts, 'db' | 'folder'>): ReadyWatch =>
  watchReadiness(
    () => askDatabase(db),
    () => freeBytes(folder),
  )

/**
 * Adds two addresses for load balancers. One tells whether the process runs, the other whether the process should get
 * calls.
 */
const addHealth = (app: FastifyInstance, watch: ReadyWatch): void => {
  app.get('/up', async (_request, reply) => send(reply, { code: '200', msg: '', data: { up: true } }))
  app.get('/ready', async (_request, reply) => {
    const word = await watch.word()
    if (word === 'ready') return send(reply, { code: '200', msg: '', data: { ready: true } })
    return send(reply, { code: '500', msg: '', data: { ready: false, reason: word } }, httpStatusOf[word])
  })
}

/** Builds the whole server without listening on a port. */
export const buildApp = async (parts: Parts, settings: AppSettings = {}): Promise<FastifyInstance> => {
  const fail = failing(refusalWords(), () => app.log)
  let servePage: PageServer | undefined
  const app: FastifyInstance = Fastify({
    logger: loggerOf(settings) ?? false,
    // Fastify's own log line for each request would hold the query string, and so personal data.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    trustProxy: settings.trustProxy === 1 ? (_address, hop) => hop < 1 : (settings.trustProxy ?? false),
    bodyLimit,
    genReqId: requestId,
    // The framework refuses an unreadable address before it looks for a route, so our error handler does not run. A
    // browser gets the page of an unknown address.
    frameworkErrors: (error, request, reply) => {
      const answer = (thrown: unknown) => void fail(request, reply, thrown, langOf(request.headers['accept-language']))
      if (servePage && asksForPage(request)) void servePage(request, reply).catch(answer)
      else answer(error)
    },
    routerOptions: { ignoreTrailingSlash: true, caseSensitive: true, maxParamLength: 300 },
    forceCloseConnections: 'idle',
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: 5000 },
  })
  await takeBodies(app)
  addHeaders(app, parts, settings)
  watchProxy(app, settings)
  endHalfSent(app)
  watchCalls(app, settings.log)
  const refuseOthers = refuseOtherMethods(app, fail)
  await app.register(compress, { global: false })
  app.setErrorHandler((error, request, reply) => fail(request, reply, error, langOfRequest(request)))

  const mount = mountRoutes(
    app,
    parts,
    fail,
    { secureCookies: settings.secureCookies ?? false, keepsShared: settings.keepsShared ?? true },
    (...at) => pageAt(servePage, ...at),
  )
  const addresses = new Set(['/up', '/ready'])
  for (const room of rooms) {
    for (const route of room.routes ?? []) for (const path of mount(route)) addresses.add(path)
    for (const route of room.rawRoutes ?? []) addresses.add(await mountRaw(app, parts, route))
  }
  app.addHook('preClose', async () => {
    for (const { closing } of rooms) await closing?.(parts)
  })
  addHealth(app, settings.ready ?? readyWatch(parts))
  for (const address of addresses) refuseOthers(address)
  if (settings.apps ?? true) servePage = await serveApps(app, parts, settings)
  app.setNotFoundHandler((request, reply) => {
    const ofPage = isPage(request.url.split('?')[0]!)
    if (ofPage) reply.header('allow', 'GET, HEAD')
    return fail(
      request,
      reply,
      new RefusalError(ofPage ? 'method_not_allowed' : 'no_such_endpoint'),
      langOfRequest(request),
    )
  })
  return app
}
