import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { measuredFetch } from '#db/measures.ts'
import { flushTraces, startTracing, stopTracing } from '#db/tracing/tracing.ts'
import { noticeDetail } from '#features/notices/contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'

type Sent = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: Record<string, unknown> }[]
  status: { code: number }
}

/** A collector that stores the spans that arrive, and the whole text of the requests. */
const spans: Sent[] = []
let text = ''
const collector = createServer((request, response) => {
  if (request.url !== '/v1/traces') return response.writeHead(404).end()
  let body = ''
  request.on('data', (chunk: Buffer) => void (body += chunk.toString()))
  request.on('end', () => {
    text += body
    const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Sent[] }[] }[] }
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
    response.end('{}')
  })
})

let world: World
let url: string
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world)
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
})
afterAll(async () => {
  await stopTracing()
  collector.close()
  await world?.close()
})

const during = async (share: number, work: () => Promise<unknown>): Promise<Sent[]> => {
  spans.length = 0
  text = ''
  await startTracing({ url, share })
  await work()
  await flushTraces()
  await stopTracing()
  return [...spans]
}
const named = (all: readonly Sent[], name: string) => all.find((span) => span.name === name)

test('without a collector nothing is traced', async () => {
  await world.call(noticeDetail, { raceid: RACE, id: 1 })
  await flushTraces()
  expect(spans).toEqual([])
})

test('a sign-up is a span with its batch below it, and no value of a caller leaves the server', async () => {
  const runner = await runnerSession(world)
  const person = entrant(1)
  const all = await during(1, () => world.ask(registrationSave, person, runner))
  const call = named(all, registrationSave.path)
  expect(call).toMatchObject({ kind: 2, status: { code: 0 } })
  expect(BigInt(call!.endTimeUnixNano)).toBeGreaterThan(BigInt(call!.startTimeUnixNano))
  expect(call!.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: '200' } })
  expect(named(all, 'batch sign-up')).toBeDefined()
  for (const value of [person.idnum, person.name, person.mobile, runner.token]) expect(text).not.toContain(value)
})

test('a call continues the trace of a caller that sends one, and a caller may leave it out', async () => {
  const [traceId, spanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
  const ask = (flags: string) =>
    world.app.inject({ url: '/city-codes', headers: { traceparent: `00-${traceId}-${spanId}-${flags}` } })
  const [span] = await during(0, () => ask('01'))
  expect(span).toMatchObject({ traceId, parentSpanId: spanId, name: '/city-codes' })
  expect(await during(1, () => ask('00'))).toEqual([])
})

test('calls to other services are spans of their own, and a failed one says so', async () => {
  const all = await during(1, async () => {
    await measuredFetch('beacon', url)
    await measuredFetch('beacon', 'http://127.0.0.1:1/').catch(() => undefined)
  })
  expect(all.map(({ name, kind, status }) => [name, kind, status.code])).toEqual([
    ['beacon', 3, 0],
    ['beacon', 3, 2],
  ])
})

test('a collector that is away delays nobody', async () => {
  await startTracing({ url: 'http://127.0.0.1:1', share: 1 })
  const answered = await world.app.inject({ url: '/city-codes' })
  expect(answered.statusCode).toBe(200)
  await stopTracing()
})
