import type { FastifyInstance, FastifyRequest } from 'fastify'
import { measureCall } from '#db/measures.ts'
import { traceCall } from '#db/tracing/tracing.ts'

const PAGES: ReadonlySet<string> = new Set(['/', '/console', '/*'])
/**
 * Returns the path of a call as the contract writes it, for logs and metrics. The address itself may hold a key or a
 * number of a person. Every page counts as `page`.
 */
export const pathOf = ({ routeOptions }: FastifyRequest): string => {
  const url = routeOptions.url ?? 'unknown'
  return PAGES.has(url) ? 'page' : url
}

const spans = new WeakMap<FastifyRequest, (name: string, status: number) => void>()

/** Counts and traces each answer and, if `log` is `all`, writes one line about it. */
export const watchCalls = (app: FastifyInstance, log: 'faults' | 'all' | undefined): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers
    const end = traceCall(typeof traceparent === 'string' ? traceparent : undefined, done)
    if (end) spans.set(request, end)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const [path, ms] = [pathOf(request), reply.elapsedTime]
    spans.get(request)?.(path, reply.statusCode)
    measureCall(path, reply.statusCode, ms / 1000)
    if (log === 'all')
      app.log.info(
        { request_id: request.id, method: request.method, path, status: reply.statusCode, ms: Math.round(ms) },
        'a call was answered',
      )
    done()
  })
}
