import { register } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { poolOf } from '#db/db.ts'
import { measurePool, measuredFetch, measuredJob, startMeasuring, stopMeasuring } from '#db/measures.ts'
import { addJob } from '#db/jobs/jobs.ts'
import { exchange } from '#integrations/payment/exchange.ts'
import { noticeDetail } from '#features/notices/contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { userSmsSend2 } from '#features/accounts/contract.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, workFor } from '#test/people.ts'
import { connectionOf } from '#test/second.ts'
import { type World, makeWorld } from '#test/world.ts'
import { type MetricsServer, startMetrics } from './listening.ts'

const TOKEN = 'a-token-of-this-test'
let world: World
let metrics: MetricsServer
let forget: () => void
beforeAll(async () => {
  // Another test of the same process may have counted before, so the counts begin anew.
  register.resetMetrics()
  world = await makeWorld()
  forget = measurePool(poolOf(world.db))
  // The world's clock shows the machine's time here, because `/metrics` uses the machine's clock.
  world.clock.set(new Date())
  await openRace(world)
  await openEvent(world)
  metrics = (await startMetrics(
    { metrics: { port: 0, host: '127.0.0.1', token: TOKEN }, folder: world.parts.folder },
    await connectionOf(world),
    false,
  ))!
})
afterAll(async () => {
  stopMeasuring()
  forget?.()
  await metrics?.stop()
  await world?.close()
})

const read = async (headers: Record<string, string> = { authorization: `Bearer ${TOKEN}` }) => {
  const response = await fetch(metrics.address, { headers })
  return { status: response.status, text: await response.text() }
}
const valueOf = (text: string, line: string): number | undefined => {
  const found = text.split('\n').find((one) => one.startsWith(`${line} `))
  return found === undefined ? undefined : Number(found.slice(line.length + 1))
}
const measured = async (line: string) => valueOf((await read()).text, line)

test('only the holder of the token reads, and only /metrics exists there', async () => {
  expect((await read({})).status).toBe(401)
  expect((await read({ authorization: `Bearer ${TOKEN}x` })).status).toBe(401)
  expect((await read()).status).toBe(200)
  expect((await fetch(metrics.address.replace('/metrics', '/'))).status).toBe(404)
  expect((await fetch(metrics.address, { method: 'POST' })).status).toBe(404)
})

test('the port of the apps does not answer /metrics', async () => {
  const answered = await world.app.inject({ method: 'GET', url: '/metrics' })
  expect(answered.json()).toMatchObject({ refusal: 'no_such_endpoint', data: null })
})

test('calls count under the path of the contract, and no value of a caller is shown', async () => {
  await world.call(noticeDetail, { raceid: RACE, id: 1 })
  await world.app.inject({ method: 'GET', url: '/city-codes?idnum=330102199001011234' })
  await world.app.inject({ method: 'GET', url: '/made-up/330102199001011234' })
  const { text } = await read()
  expect(valueOf(text, 'startline_call_seconds_count{path="/notice/detail",status="200"}')).toBe(1)
  expect(valueOf(text, 'startline_call_seconds_count{path="/city-codes",status="200"}')).toBe(1)
  expect(valueOf(text, 'startline_refusals_total{refusal="notice_not_found"}')).toBe(1)
  expect(text).not.toContain('330102199001011234')
  expect(text).not.toContain('idnum')
})

test('a sign-up counts as a batch with its size, and takes a place of the event', async () => {
  const left = `startline_places_left{race="${RACE}",event="1"}`
  expect(await measured(left)).toBe(100)
  const runner = await runnerSession(world)
  const before = (await measured('startline_batch_size_sum{batch="sign-up"}')) ?? 0
  await world.ask(registrationSave, entrant(1), runner)
  const { text } = await read()
  expect(valueOf(text, 'startline_batch_size_sum{batch="sign-up"}')).toBe(before + 1)
  expect(valueOf(text, 'startline_batch_seconds_count{batch="sign-up"}')).toBeGreaterThan(0)
  expect(valueOf(text, left)).toBe(99)
})

test('jobs count by their outcome, and the queue by its state', async () => {
  await measuredJob('test_job', async () => undefined)
  await measuredJob('test_job', () => Promise.reject(new Error('no'))).catch(() => undefined)
  await world.db.transaction().execute((tx) => addJob(tx, 'never_taken', {}, { runAt: new Date(Date.now() - 90_000) }))
  const { text } = await read()
  expect(valueOf(text, 'startline_job_seconds_count{job="test_job",outcome="done"}')).toBe(1)
  expect(valueOf(text, 'startline_job_seconds_count{job="test_job",outcome="failed"}')).toBe(1)
  expect(valueOf(text, 'startline_jobs{job="never_taken",state="waiting"}')).toBe(1)
  expect(valueOf(text, 'startline_job_oldest_seconds{job="never_taken"}')).toBeGreaterThan(89)
})

test('a limit that a caller reaches counts under its call', async () => {
  const line = `startline_limits_hit_total{path="${userSmsSend2.path}"}`
  expect(await measured(line)).toBeUndefined()
  // A mobile number gets at most one code a minute, so the second call is refused.
  for (const word of [undefined, 'too_often']) {
    const check = await workFor(world)
    expect((await world.call(userSmsSend2, { mobile: '13900001111', ...check })).refusal).toBe(word)
  }
  expect(await measured(line)).toBeGreaterThan(0)
})

test('other services count by their outcome, also silent services', async () => {
  const silent = 'http://127.0.0.1:1/'
  await exchange('PayPal', silent, { method: 'GET', timeoutMs: 500 }).catch(() => undefined)
  await measuredFetch('beacon', metrics.address)
  const { text } = await read()
  expect(valueOf(text, 'startline_service_seconds_count{service="PayPal",outcome="silent"}')).toBe(1)
  expect(valueOf(text, 'startline_service_seconds_count{service="beacon",outcome="refused"}')).toBe(1)
})

test('the pool, the database and the disk are reported', async () => {
  const { text } = await read()
  expect(valueOf(text, 'startline_pool_connections{state="most"}')).toBeGreaterThan(0)
  expect(valueOf(text, 'startline_pool_waiting')).toBe(0)
  expect(valueOf(text, 'startline_database_up')).toBe(1)
  expect(valueOf(text, 'startline_disk_free_bytes')).toBeGreaterThan(0)
  expect(text, 'no standby copies this database').not.toContain('startline_replication_lag')
})

test('nothing is counted before somebody asks for it', async () => {
  stopMeasuring()
  const line = 'startline_call_seconds_count{path="/notice/detail",status="200"}'
  const before = await measured(line)
  await world.call(noticeDetail, { raceid: RACE, id: 1 })
  expect(await measured(line)).toBe(before)
  startMeasuring()
})

test('while the database is away the counts of the process are still reported', async () => {
  const away = (await startMetrics(
    { metrics: { port: 0, host: '127.0.0.1', token: undefined }, folder: world.parts.folder },
    { url: 'postgres://nobody@127.0.0.1:1/none' },
    false,
  ))!
  try {
    const text = await (await fetch(away.address)).text()
    expect(valueOf(text, 'startline_database_up')).toBe(0)
    expect(text).toContain('startline_call_seconds_count')
  } finally {
    await away.stop()
  }
})
