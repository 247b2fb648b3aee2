import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cacheOf } from '#db/sharing/kept.ts'
import { type Call, type Parts, RefusalError, type Route, nobody } from '#seam/server/handle.ts'
import { type Coding, coded, codingFor } from '../coding.ts'
import { type Failing, envelopeJson } from './answers.ts'
import { commonOf } from './callers.ts'
import { despiteLoss } from './lostConnection.ts'

type Answer = { body: string; etag: string; coded: Partial<Record<Coding, Promise<Buffer>>> }

/**
 * The least length of an answer that the server compresses. A phone with a slow network waits longer for such an answer
 * than the server needs to compress it once for all callers.
 */
const LARGE = 16_000
/** The most addresses of one endpoint whose answers this process keeps. */
const most = 2000

/**
 * Runs the route on the replica if the replica's data is recent enough for this answer. If the replica fails, for
 * example because its connection breaks, the route runs on the primary.
 */
const onReplica = async (parts: Parts, seconds: number, route: Route, call: Call): Promise<unknown> => {
  const db = parts.replica?.within(seconds) ?? parts.db
  if (db === parts.db) return route.handle(parts, call)
  try {
    return await route.handle({ ...parts, db }, call)
  } catch (error) {
    if (error instanceof RefusalError) throw error
    return route.handle(parts, call)
  }
}

/**
 * Makes the handler of the GET of a shared read (`shared` of an endpoint). The answer depends only on the address and
 * the language, and never on a session. The process keeps the answer for `seconds`, and all callers get it.
 */
export const sharedAnswers = (parts: Parts, fail: Failing, route: Route, seconds: number) => {
  // A call may carry `raceid` although its input does not declare it.
  const named = new Set(['raceid', ...Object.keys((route.endpoint.input as { shape?: object }).shape ?? {})])
  const answers = cacheOf<string, Answer>({ ms: seconds * 1000, most })
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const params = request.params as Record<string, string>
    const call = commonOf(request, { ...(request.query as Record<string, unknown>), ...params }, [])
    try {
      // Only declared parameters count, in any order. An invented parameter therefore adds no further answer to the
      // cache.
      const given = Object.entries(call.body).filter(([name]) => named.has(name))
      const key = JSON.stringify([call.lang, given.sort(([a], [b]) => (a < b ? -1 : 1))])
      const answer = await answers.read(parts.db, key, { now: parts.clock() }, async () => {
        const asked: Call = {
          ...call,
          who: nobody,
          device: null,
          meet: () => {
            throw new Error(`${route.endpoint.path} is shared, so it gives no browser a cookie`)
          },
          setSession: () => undefined,
          setMessage: () => undefined,
        }
        const data = await despiteLoss(() => onReplica(parts, seconds, route, asked))
        const body = envelopeJson({ code: '200', msg: '', data })
        return { body, coded: {}, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
      })
      const { body, etag } = answer
      const coding = body.length < LARGE ? undefined : codingFor(request.headers['accept-encoding'])
      reply
        .header('cache-control', `public, max-age=${seconds}`)
        .header('etag', coding ? `W/${etag}` : etag)
        .header('vary', 'accept, accept-encoding')
      if (request.headers['if-none-match']?.split(/\s*,\s*/).some((one) => one.replace(/^W\//, '') === etag))
        return reply.code(304).send()
      reply.type('application/json; charset=utf-8')
      if (!coding) return reply.send(body)
      reply.header('content-encoding', coding)
      return reply.send(await (answer.coded[coding] ??= coded(Buffer.from(body), coding)))
    } catch (error) {
      return fail(request, reply, error, call.lang)
    }
  }
}
