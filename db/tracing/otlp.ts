import type { Attributes, HrTime } from '@opentelemetry/api'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base'

/** This file sends spans to a collector by OTLP over HTTP, in its JSON form (opentelemetry-proto 1.x). */

const OK = 0
const FAILED = 1
const LIMIT_MS = 10_000

const nanos = ([seconds, rest]: HrTime): string => (BigInt(seconds) * 1_000_000_000n + BigInt(rest)).toString()

const valueOf = (value: unknown) =>
  typeof value === 'number'
    ? Number.isInteger(value)
      ? { intValue: String(value) }
      : { doubleValue: value }
    : typeof value === 'boolean'
      ? { boolValue: value }
      : { stringValue: String(value) }
const pairsOf = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: valueOf(value) }))

const spanOf = (span: ReadableSpan) => ({
  traceId: span.spanContext().traceId,
  spanId: span.spanContext().spanId,
  ...(span.parentSpanContext ? { parentSpanId: span.parentSpanContext.spanId } : {}),
  name: span.name,
  // The protocol counts kinds from 1, the library from 0.
  kind: span.kind + 1,
  startTimeUnixNano: nanos(span.startTime),
  endTimeUnixNano: nanos(span.endTime),
  attributes: pairsOf(span.attributes),
  status: { code: span.status.code },
})

export const spansBodyOf = (spans: readonly ReadableSpan[]) => ({
  resourceSpans: [
    {
      resource: { attributes: pairsOf(spans[0]?.resource.attributes ?? {}) },
      scopeSpans: [{ scope: { name: 'startline' }, spans: spans.map(spanOf) }],
    },
  ],
})

/**
 * Makes an exporter of spans. `address` is the address of the collector, such as `http://127.0.0.1:4318`. The exporter
 * drops spans that the collector does not take.
 */
export const otlpExporter = (address: string): SpanExporter => {
  const sending = new Set<Promise<void>>()
  const send = async (spans: readonly ReadableSpan[]): Promise<void> => {
    const response = await fetch(`${address}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(spansBodyOf(spans)),
      signal: AbortSignal.timeout(LIMIT_MS),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`The collector answers ${response.status}`)
  }
  return {
    export: (spans, done) => {
      const sent = send(spans).then(
        () => done({ code: OK }),
        (error: Error) => done({ code: FAILED, error }),
      )
      sending.add(sent)
      void sent.finally(() => sending.delete(sent))
    },
    forceFlush: async () => void (await Promise.all(sending)),
    shutdown: async () => void (await Promise.all(sending)),
  }
}
