import { AsyncLocalStorage } from 'node:async_hooks'
import type { Attributes, Context, Span, Tracer } from '@opentelemetry/api'

/**
 * Traces of calls, batches, jobs and calls to other services (docs/operate.md, Traces). Names and attributes hold paths
 * of the contract, names of jobs and vendors, and statuses, and never a value of a caller. The libraries are loaded
 * only if a collector is named.
 */
export type TraceSettings = {
  url: string
  /** The share of calls that are traced, from 0 to 1. A caller that sends `traceparent` decides for its call. */
  share: number
}

type Running = {
  tracer: Tracer
  root: Context
  within: (parent: Span) => Context
  from: (traceparent: string | undefined) => Context
  stop: () => Promise<void>
  flush: () => Promise<void>
}
let running: Running | undefined
const current = new AsyncLocalStorage<Span>()

const SERVER = 1
const CLIENT = 2
const INTERNAL = 0
const FAILED = 2

const PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

export const startTracing = async ({ url, share }: TraceSettings): Promise<void> => {
  if (running) return
  const [{ ROOT_CONTEXT, trace }, sdk, { resourceFromAttributes }, { otlpExporter }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/resources'),
    import('./otlp.ts'),
  ])
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'startline', 'process.pid': process.pid }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new sdk.BatchSpanProcessor(otlpExporter(url))],
  })
  running = {
    tracer: provider.getTracer('startline'),
    root: ROOT_CONTEXT,
    within: (parent) => trace.setSpan(ROOT_CONTEXT, parent),
    from: (traceparent) => {
      const [, traceId, spanId, flags] = PARENT.exec(traceparent ?? '') ?? []
      if (!traceId || !spanId || !flags) return ROOT_CONTEXT
      const traceFlags = Number.parseInt(flags, 16) & 1
      return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
    },
    stop: () => provider.shutdown(),
    flush: () => provider.forceFlush(),
  }
}

export const stopTracing = async (): Promise<void> => {
  const last = running
  running = undefined
  await last?.stop().catch(() => undefined)
}
/** Sends the collected spans at once. Only tests call this function. */
export const flushTraces = async (): Promise<void> => running?.flush()

const begin = (name: string, kind: number, attributes: Attributes): Span | undefined => {
  if (!running) return undefined
  const parent = current.getStore()
  return running.tracer.startSpan(name, { kind, attributes }, parent ? running.within(parent) : running.root)
}

const inSpan = async <T>(span: Span, work: () => Promise<T>): Promise<T> => {
  try {
    return await current.run(span, work)
  } catch (error) {
    span.setStatus({ code: FAILED })
    throw error
  } finally {
    span.end()
  }
}

/** Runs work of this server under a span of its own, below the span of the call or job that runs it. */
export const traced = <T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> => {
  const span = begin(name, INTERNAL, attributes)
  return span ? inSpan(span, work) : work()
}

/** Calls another service under a span of its own. */
export const tracedService = <T extends { status: number }>(service: string, work: () => Promise<T>): Promise<T> => {
  const span = begin(service, CLIENT, { 'peer.service': service })
  if (!span) return work()
  return inSpan(span, async () => {
    const answer = await work()
    span.setAttribute('http.response.status_code', answer.status)
    return answer
  })
}

/**
 * Begins the span of a call. `go` runs the rest of the call below it. Returns the function that ends the span, or
 * undefined if this process does not trace.
 */
export const traceCall = (
  traceparent: string | undefined,
  go: () => void,
): ((name: string, status: number) => void) | undefined => {
  if (!running) {
    go()
    return undefined
  }
  const span = running.tracer.startSpan('call', { kind: SERVER }, running.from(traceparent))
  current.run(span, go)
  return (name, status) => {
    span.updateName(name)
    span.setAttributes({ 'http.route': name, 'http.response.status_code': status })
    if (status >= 500) span.setStatus({ code: FAILED })
    span.end()
  }
}
