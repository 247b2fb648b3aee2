import type { FastifyInstance, FastifyRequest } from 'fastify'
import { measureCall } from '#db/measures.ts'

const PAGES: ReadonlySet<string> = new Set(['/', '/console', '/*'])
/**
 * The path of a call as the contract writes it, for logs and metrics. The address itself may hold a key or a number of a
 * person. Every page counts as `page`.
 */
export const pathOf = ({ routeOptions }: FastifyRequest): string => {
  const url = routeOptions.url ?? 'unknown'
  return PAGES.has(url) ? 'page' : url
}

/** Counts each answer and, where `log` is `all`, writes one line about it. */
export const watchCalls = (app: FastifyInstance, log: 'faults' | 'all' | undefined): void => {
  app.addHook('onResponse', (request, reply, done) => {
    const [path, ms] = [pathOf(request), reply.elapsedTime]
    measureCall(path, reply.statusCode, ms / 1000)
    if (log === 'all')
      app.log.info(
        { request_id: request.id, method: request.method, path, status: reply.statusCode, ms: Math.round(ms) },
        'a call was answered',
      )
    done()
  })
}
