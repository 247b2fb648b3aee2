import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fill } from '#contract/words.ts'
import { type Call, type Parts, type RawRoute, Refusal, type Route, checkLogin } from '#seam/server/handle.ts'
import { type Failing, send } from './answers.ts'
import { readBody } from './bodies.ts'
import { commonOf, stopFor, whoAsks, whoCalls } from './callers.ts'
import { MOST_MADE_UP, guessesOf, houseAt, madeUp } from './guesses.ts'
import { isOurOrigin, kindOf, sessionCookie } from './session.ts'

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
/** Makes the handler of an endpoint: reads the call, finds out who calls, runs the route and answers. */
const handlers = (parts: Parts, fail: Failing, secureCookies: boolean): ((route: Route) => Handler) => {
  const keys = guessesOf(MOST_MADE_UP)
  const whoIsIt = whoCalls(parts)
  return (route) => {
    const { endpoint } = route
    const kind = kindOf(endpoint)
    return async (request, reply) => {
      const admit = async (body: Record<string, unknown>) => checkLogin(endpoint, await whoIsIt(request, body, kind))
      const { body, files } = await readBody(request, endpoint, admit)
      const call = commonOf(request, body, files)
      const guesser = houseAt(request.ip, endpoint.path)
      try {
        stopFor(keys.wait(guesser, parts.clock()))
        const who = await whoIsIt(request, call.body, kind)
        // Another site's form must not log a visitor in to an account of its own.
        const setSession = (fresh: string | null) =>
          void (
            isOurOrigin(request.headers, parts.origin) &&
            reply.header('set-cookie', sessionCookie(fresh, kind, secureCookies))
          )
        let msg = ''
        const tell: Call['tell'] = (said, values) => void (msg = fill(said[call.lang], values))
        const data = await route.run(parts, { ...call, who, setSession, tell })
        return await send(reply, { code: '200', msg, data })
      } catch (error) {
        if (error instanceof Refusal && madeUp.has(error.word)) keys.miss(guesser, parts.clock())
        return fail(request, reply, error, call.lang)
      }
    }
  }
}

/** Mounts endpoints at their paths; one that ends in a slash also takes an id behind it. */
export const mountRoutes = (
  app: FastifyInstance,
  parts: Parts,
  fail: Failing,
  secureCookies: boolean,
): ((route: Route) => void) => {
  const handlerOf = handlers(parts, fail, secureCookies)
  return (route) => {
    const { endpoint } = route
    const paths = endpoint.path.endsWith('/') ? [endpoint.path, `${endpoint.path}:id`] : [endpoint.path]
    for (const path of paths)
      app.route({
        method: endpoint.kind === 'get' ? 'GET' : 'POST',
        url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
        ...(endpoint.largest === undefined ? {} : { bodyLimit: endpoint.largest }),
        handler: handlerOf(route),
      })
  }
}

/** Mounts a raw route, which speaks with the other side by itself. */
export const mountRaw = async (app: FastifyInstance, parts: Parts, route: RawRoute): Promise<void> => {
  const asks = whoAsks(parts)
  await app.register(async (scope) => {
    // A gateway signs the bytes that it sends, so a raw route gets them untouched.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.route({
      method: route.method,
      url: route.path,
      handler: (request, reply) => {
        const query = request.query as Record<string, unknown>
        return route.run(parts, request, reply, async () => ({
          runner: await asks(request, query, 'runner'),
          staff: await asks(request, query, 'staff'),
        }))
      },
    })
  })
}
