import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fill } from '#contract/words.ts'
import { noteMissingRight } from '#features/staff/service.ts'
import { allowanceOf } from '#seam/server/allowance.ts'
import { newDevice } from '#seam/server/device.ts'
import {
  type Call,
  type Parts,
  type RawRoute,
  RefusalError,
  type Route,
  checkLogin,
  nobody,
} from '#seam/server/handle.ts'
import { type Failing, send } from './answers.ts'
import { readBody } from './bodies.ts'
import { commonOf, whoAsks, whoCalls } from './callers.ts'
import { deviceCookie, deviceOfCaller } from './devices.ts'
import { GUESSES_SECONDS, MADE_UP, inventedRefusals } from './guesses.ts'
import { despiteLoss } from './lostConnection.ts'
import { isOurOrigin, sessionKindOf, sessionCookie } from './session.ts'
import { sharedAnswers } from './sharedAnswers.ts'

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
/** Makes the handler of an endpoint: it reads the call, finds the caller, runs the route and answers. */
const handlers = (parts: Parts, fail: Failing, secureCookies: boolean): ((route: Route) => Handler) => {
  const keys = allowanceOf(MADE_UP, GUESSES_SECONDS, 'server keys')
  const whoIsIt = whoCalls(parts)
  return (route) => {
    const { endpoint } = route
    const kind = sessionKindOf(endpoint)
    return async (request, reply) => {
      const device = await deviceOfCaller(parts, request.headers)
      const admit = async (body: Record<string, unknown>) =>
        checkLogin(endpoint, await whoIsIt(request, body, kind, device))
      const { body, files } = await readBody(request, endpoint, admit)
      const call = commonOf(request, body, files)
      let [who, met] = [nobody, device]
      let session: string | undefined
      // A form on another site must not log a visitor in to an account of that site's owner.
      const setCookies = () => {
        if (!isOurOrigin(request.headers, parts.origin)) return
        if (session !== undefined) reply.header('set-cookie', session)
        if (met?.known && !device?.known) reply.header('set-cookie', deviceCookie(parts, met, secureCookies))
      }
      try {
        who = await despiteLoss(() => whoIsIt(request, call.body, kind, device))
        const setSession = (fresh: string | null) => void (session = sessionCookie(fresh, kind, secureCookies))
        const meet = () => (met = { ...(met ?? newDevice()), known: true })
        let msg = ''
        const setMessage: Call['setMessage'] = (said, values) => void (msg = fill(said[call.lang], values))
        const run = () => route.handle(parts, { ...call, who, device, meet, setSession, setMessage })
        // A call with `_once` may be repeated by its caller, so the server may repeat it too. Files are read only once.
        const data = await (call.once !== undefined && files.length === 0 ? despiteLoss(run) : run())
        setCookies()
        return await send(reply, { code: '200', msg, data })
      } catch (error) {
        setCookies()
        if (error instanceof RefusalError && error.word === 'no_permission' && who.staffid !== null)
          // A log that cannot be written must not change the answer.
          await noteMissingRight(parts.db, {
            who,
            path: endpoint.path,
            raceid: call.raceid ?? null,
            now: parts.clock(),
          }).catch((failure: unknown) => request.log.error(failure))
        const missed = error instanceof RefusalError && inventedRefusals.has(error.word)
        const wait = missed ? keys.count({ ...call, who, device }, parts.clock(), { what: endpoint.path }) : 0
        return fail(request, reply, wait > 0 ? new RefusalError('too_often', { retry_after: wait }) : error, call.lang)
      }
    }
  }
}

/** Makes the function that mounts an endpoint and returns its paths. If a path ends in a slash, an id may follow. */
export const mountRoutes = (
  app: FastifyInstance,
  parts: Parts,
  fail: Failing,
  { secureCookies, keepsShared }: { secureCookies: boolean; keepsShared: boolean },
  page: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> | undefined = () => undefined,
): ((route: Route) => readonly string[]) => {
  const handlerOf = handlers(parts, fail, secureCookies)
  return (route) => {
    const { endpoint } = route
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')
    const paths = path.endsWith('/') ? [path, `${path}:id`] : [path]
    if (endpoint.shared !== undefined) {
      const answer = sharedAnswers(parts, fail, route, keepsShared ? endpoint.shared : 0)
      // A call and a page may have the same address. A browser that opens the address gets the page.
      const handler = (request: FastifyRequest, reply: FastifyReply) => page(request, reply) ?? answer(request, reply)
      for (const url of paths) app.route({ method: 'GET', url, handler })
      if (endpoint.kind === 'get') return paths
    }
    for (const url of paths)
      app.route({
        method: endpoint.kind === 'get' ? 'GET' : 'POST',
        url,
        ...(endpoint.largest === undefined ? {} : { bodyLimit: endpoint.largest }),
        handler: handlerOf(route),
      })
    return paths
  }
}

/** Mounts a raw route, which writes its own answers, and returns its path. */
export const mountRaw = async (app: FastifyInstance, parts: Parts, route: RawRoute): Promise<string> => {
  const asks = whoAsks(parts)
  await app.register(async (scope) => {
    // A gateway signs the bytes that it sends, so a raw route gets them unchanged.
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
          device: await deviceOfCaller(parts, request.headers),
        }))
      },
    })
  })
  return route.path
}
