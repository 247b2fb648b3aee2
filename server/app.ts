import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import Fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Envelope, RefusalFacts } from '#contract/envelope.ts'
import { type Lang, type RefusalWords, everywhere, fill, langOf } from '#contract/words.ts'
import {
  type Call,
  type Parts,
  Presented,
  Refusal,
  type Route,
  type Upload,
  checkLogin,
  nobody,
  requestId,
} from '#seam/server/handle.ts'
import { rooms } from './features.ts'
import { FormUnreadable, parseForm } from './calls/form.ts'
import { MOST_MADE_UP, MOST_UNKNOWN_TOKENS, guessesOf, houseAt, madeUp } from './calls/guesses.ts'
import { isOurOrigin, kindOf, sessionCookie, tokenOf, whoIs } from './calls/session.ts'
import { askDatabase } from '#db/ready.ts'
import type { SessionKind } from '#db/sessions.ts'
import { serveApps } from './shell.ts'

const bodyLimit = 1024 * 1024
const uploadLimit = 30 * 1024 * 1024
/**
 * A runner sends one picture at a time, as a phone takes it; more would lie in our memory before anybody looks at it.
 */
const runnerUpload = { fileSize: 15 * 1024 * 1024, files: 1 }

export type AppSettings = {
  trustProxy?: boolean | 1 | string[]
  partnerOrigin?: string | undefined
  secureCookies?: boolean
  log?: boolean
  apps?: boolean
}

/** Every refusal's words: those that may happen anywhere, and each room's own. */
export const refusalWords = (): Map<string, RefusalWords> =>
  new Map<string, RefusalWords>([
    ...Object.entries(everywhere),
    ...rooms.flatMap((room) => Object.entries(room.refusals ?? {})),
  ])

const answerOf = (words: Map<string, RefusalWords>, word: string, lang: Lang, facts: RefusalFacts): Envelope => {
  const known = words.get(word) ?? everywhere.our_fault
  const values = Object.fromEntries(
    Object.entries(facts).filter(
      (pair): pair is [string, string | number] => typeof pair[1] === 'string' || typeof pair[1] === 'number',
    ),
  )
  return {
    code: known.code,
    msg: fill(known.says[lang], values),
    data: Object.keys(facts).length ? facts : null,
    refusal: word,
  }
}

type LogLine = { name: string; message: string; code?: unknown; constraint?: unknown; stack?: string | undefined }
/**
 * What may be written of an error: never parameters or the values a database names in its detail. Where it could not
 * read a value (SQLSTATE class 22) the message itself quotes that value, so of it the code alone is written.
 */
export const forLog = (error: unknown): LogLine => {
  if (!(error instanceof Error)) return { name: 'thrown', message: typeof error }
  const { code, constraint, severity } = error as { code?: unknown; constraint?: unknown; severity?: unknown }
  const quotes = severity !== undefined && String(code).startsWith('22')
  const message = quotes
    ? 'a value that the database does not take'
    : error instanceof AggregateError && error.errors.length > 0
      ? `${error.message}, the first with: ${forLog(error.errors[0]).message}`
      : error.message
  return {
    name: error.name,
    message,
    code,
    constraint,
    stack: quotes ? error.stack?.slice(error.stack.indexOf('\n    at ')) : error.stack,
  }
}

/**
 * Whether PostgreSQL refused a row because its race does not exist: staff of all races may name any. Every table's key
 * to the races is named by the table, and no race is ever deleted; tickets lead to waiting rooms instead.
 */
const namesNoRace = (error: unknown): boolean => {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown }
  return code === '23503' && /^(?!waiting_tickets_)\w+_raceid_fkey$/.test(String(constraint))
}

const common = (
  request: FastifyRequest,
  body: Record<string, unknown>,
  files: Upload[],
): Omit<Call, 'who' | 'setSession' | 'tell'> => {
  const asked = body.raceid ?? body.r
  const raceid = typeof asked === 'string' || typeof asked === 'number' ? Number(asked) : Number.NaN
  return {
    body: asked !== undefined && body.raceid === undefined ? { ...body, raceid: asked } : body,
    files,
    lang: langOf(body._lang ?? body.lang),
    raceid: Number.isSafeInteger(raceid) && raceid > 0 && raceid < 2 ** 31 ? raceid : undefined,
    channel: typeof body._channel === 'string' ? body._channel.slice(0, 40) : '',
    once: typeof body._once === 'string' && body._once !== '' && body._once.length <= 100 ? body._once : undefined,
    ticket:
      typeof body._ticket === 'string' && body._ticket !== '' && body._ticket.length <= 120 ? body._ticket : undefined,
    address: request.ip,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
  }
}

/**
 * A file's name without what is no sign, or turns the order of others round: what ends in `exe` could read as a
 * picture.
 */
const readable = (filename: string): string =>
  filename.toWellFormed().replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')

/**
 * `admit` is asked, with the fields so far, before the first file is taken into memory: what a stranger sends is not
 * kept.
 */
const readUpload = async (
  request: FastifyRequest,
  limits: { fileSize: number; files: number } | undefined,
  admit: (body: Record<string, unknown>) => Promise<void>,
): Promise<{ body: Record<string, unknown>; files: Upload[] }> => {
  const fields = new URLSearchParams()
  const files: Upload[] = []
  try {
    for await (const part of request.parts(limits && { limits })) {
      if (part.type !== 'file') {
        fields.append(part.fieldname, String(part.value))
        continue
      }
      if (files.length === 0) await admit(parseForm(fields.toString()))
      files.push({ field: part.fieldname, filename: readable(part.filename), bytes: await part.toBuffer() })
    }
    return { body: parseForm(fields.toString()), files }
  } catch (error) {
    // The rest goes by unread, or the connection would wait for a reader.
    request.raw.unpipe()
    request.raw.resume()
    // What the parser throws at a broken body carries no code of its own.
    throw error instanceof Refusal || (error as { code?: unknown }).code !== undefined
      ? error
      : new Refusal('body_malformed')
  }
}

/** Undefined where a body is no JSON, or no object. */
const jsonObject = (body: string): object | undefined => {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    return undefined
  }
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : undefined
}

/** The whole server but its listening: every room's endpoints, then the two apps. */
export const buildApp = async (parts: Parts, settings: AppSettings = {}): Promise<FastifyInstance> => {
  const words = refusalWords()
  const app = Fastify({
    logger: settings.log
      ? {
          level: 'info',
          serializers: {
            req: (request: { method: string; url: string }) => ({
              method: request.method,
              path: request.url.split('?')[0],
            }),
          },
        }
      : false,
    // Fastify's own line per request would write the query string.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.trustProxy === 1 ? (_address, hop) => hop < 1 : (settings.trustProxy ?? false),
    bodyLimit,
    genReqId: requestId,
    // An address that can't be read is refused before there is a route, and with it our error handler.
    frameworkErrors: (error, request, reply) =>
      void fail(request, reply, error, langOf(request.headers['accept-language'])),
    routerOptions: { ignoreTrailingSlash: true, caseSensitive: true, maxParamLength: 300 },
    forceCloseConnections: 'idle',
  })
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const parsed = body === '' ? {} : jsonObject(body as string)
    done(parsed ? null : new Refusal('body_malformed'), parsed)
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    let parsed: Record<string, unknown>
    try {
      parsed = parseForm(body as string)
    } catch (error) {
      return done(error instanceof FormUnreadable ? new Refusal('body_malformed') : (error as Error))
    }
    done(null, parsed)
  })
  await app.register(multipart, { limits: { fileSize: uploadLimit, files: 4, fields: 200 } })
  const partnerHost = settings.partnerOrigin === undefined ? undefined : new URL(settings.partnerOrigin).host
  app.addHook('onRequest', (request, reply, done) => {
    // Our pages may read what the partner's host answers. No cookies go there: such a page carries its token.
    if (partnerHost !== undefined && request.headers.host === partnerHost && request.headers.origin === parts.origin)
      reply.header('access-control-allow-origin', parts.origin).header('vary', 'origin')
    // What is no page of ours frames nothing, is framed by nobody else and tells nobody where it was linked from; pages
    // say more (server/shell.ts).
    reply
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'same-origin')
      .header('content-security-policy', "base-uri 'none'; frame-ancestors 'self'")
    if (settings.secureCookies) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    done()
  })
  await app.register(compress, { global: false })

  const textOf = (envelope: Envelope) =>
    envelope.data instanceof Presented
      ? `{"code":"${envelope.code}","msg":${JSON.stringify(envelope.msg)},"data":${envelope.data.json}}`
      : JSON.stringify(envelope)
  const send = (reply: FastifyReply, envelope: Envelope, status = 200) =>
    reply
      .code(status)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(textOf(envelope))
  const fail = (request: FastifyRequest, reply: FastifyReply, error: unknown, lang: Lang) => {
    if (error instanceof Refusal) {
      const status = error.word === 'body_malformed' ? 400 : error.word === 'too_often' ? 429 : 200
      if (error.facts.retry_after !== undefined && status === 429)
        reply.header('retry-after', String(error.facts.retry_after))
      return send(reply, answerOf(words, error.word, lang, error.facts), status)
    }
    if (namesNoRace(error)) return send(reply, answerOf(words, 'race_not_found', lang, {}))
    const { code, statusCode } = (error ?? {}) as { code?: string; statusCode?: number }
    if (statusCode === 413 || code === 'FST_REQ_FILE_TOO_LARGE' || code === 'FST_FILES_LIMIT')
      return send(reply, answerOf(words, 'body_too_large', lang, {}), 413)
    if (code?.startsWith('FST_') && statusCode !== undefined && statusCode < 500)
      return send(reply, answerOf(words, 'body_malformed', lang, {}), statusCode)
    app.log.error({ request_id: request.id, path: request.url.split('?')[0], error: forLog(error) }, 'a call failed')
    // Of files, and of the database.
    if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100')
      return send(reply, answerOf(words, 'storage_full', lang, { request_id: request.id }), 507)
    return send(reply, answerOf(words, 'our_fault', lang, { request_id: request.id }), 500)
  }
  const langOfRequest = (request: FastifyRequest): Lang => {
    const { _lang, lang } = {
      ...(request.query as Record<string, unknown>),
      ...(typeof request.body === 'object' ? (request.body as Record<string, unknown>) : {}),
    } as { _lang?: unknown; lang?: unknown }
    return langOf(_lang ?? lang ?? request.headers['accept-language'])
  }
  app.setErrorHandler((error, request, reply) => fail(request, reply, error, langOfRequest(request)))

  const [keys, tokens] = [guessesOf(MOST_MADE_UP), guessesOf(MOST_UNKNOWN_TOKENS)]
  const stop = (wait: number) => {
    if (wait > 0) throw new Refusal('too_often', { retry_after: wait })
  }
  const mount = (route: Route) => {
    const { endpoint } = route
    const kind = kindOf(endpoint)
    const url = endpoint.path.endsWith('/') ? [endpoint.path, `${endpoint.path}:id`] : [endpoint.path]
    for (const path of url)
      app.route({
        method: endpoint.kind === 'get' ? 'GET' : 'POST',
        url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
        ...(endpoint.largest === undefined ? {} : { bodyLimit: endpoint.largest }),
        handler: async (request, reply) => {
          const whoCalls = async (body: Record<string, unknown>) => {
            const { token, trusted } = tokenOf(request.headers, body, kind, parts.origin)
            const who = token !== null && trusted ? await whoIs(parts, token, kind) : nobody
            if (!who.expired) return who
            const [house, now] = [houseAt(request.ip, kind), parts.clock()]
            tokens.miss(house, now)
            stop(tokens.wait(house, now))
            return who
          }
          const admit = async (body: Record<string, unknown>) => checkLogin(endpoint, await whoCalls(body))
          const read =
            endpoint.kind === 'upload' && request.isMultipart()
              ? await readUpload(request, endpoint.access === 'runner' ? runnerUpload : undefined, admit)
              : {
                  body: (endpoint.kind === 'get' ? request.query : request.body) as Record<string, unknown> | undefined,
                  files: [],
                }
          const call = common(request, { ...read.body, ...(request.params as Record<string, string>) }, read.files)
          const guesser = houseAt(request.ip, endpoint.path)
          try {
            stop(keys.wait(guesser, parts.clock()))
            const who = await whoCalls(call.body)
            // Another site's form must not log a visitor in to an account of its own.
            const setSession = (fresh: string | null) =>
              void (
                isOurOrigin(request.headers, parts.origin) &&
                reply.header('set-cookie', sessionCookie(fresh, kind, settings.secureCookies ?? false))
              )
            let msg = ''
            const tell: Call['tell'] = (said, values) => void (msg = fill(said[call.lang], values))
            const data = await route.run(parts, { ...call, who, setSession, tell })
            return await send(reply, { code: '200', msg, data })
          } catch (error) {
            if (error instanceof Refusal && madeUp.has(error.word)) keys.miss(guesser, parts.clock())
            return fail(request, reply, error, call.lang)
          }
        },
      })
  }
  const whoAsks = async (request: FastifyRequest, kind: SessionKind) => {
    const { token, trusted } = tokenOf(request.headers, request.query as Record<string, unknown>, kind, parts.origin)
    return token !== null && trusted ? whoIs(parts, token, kind) : nobody
  }
  for (const room of rooms) {
    for (const route of room.routes ?? []) mount(route)
    for (const route of room.rawRoutes ?? []) {
      await app.register(async (scope) => {
        // A gateway signs the bytes that it sends, so a raw route gets them untouched.
        scope.removeAllContentTypeParsers()
        scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
        scope.route({
          method: route.method,
          url: route.path,
          handler: (request, reply) =>
            route.run(parts, request, reply, async () => ({
              runner: await whoAsks(request, 'runner'),
              staff: await whoAsks(request, 'staff'),
            })),
        })
      })
    }
  }
  app.addHook('preClose', async () => {
    for (const { closing } of rooms) await closing?.(parts)
  })
  app.get('/up', async (_request, reply) => send(reply, { code: '200', msg: '', data: { up: true } }))
  app.get('/ready', async (_request, reply) => {
    await askDatabase(parts.db)
    return send(reply, { code: '200', msg: '', data: { ready: true } })
  })
  if (settings.apps ?? true) await serveApps(app, parts, settings.partnerOrigin)
  app.setNotFoundHandler((request, reply) =>
    send(reply, answerOf(words, 'no_such_endpoint', langOfRequest(request), {})),
  )
  return app
}
