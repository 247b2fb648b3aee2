import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import formbody from '@fastify/formbody'
import Fastify from 'fastify'
import { chromium } from 'playwright-core'
import { type Db, named } from '#db/db.ts'
import { consoleDesksEnrol, consoleDesksSave } from '#features/desks/setup/setup.contract.ts'
import { checkinRunnerQuery, checkinRunnerSign } from '#features/desks/contract.ts'
import { chromiumFlags, chromiumPath } from '#tools/screens.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { bibOf, endOfDocument, fillPacks, keyOfRunner, nameOf } from '#test/scenes/manyPacks.ts'
import { buildDeskPage, openDeskPage } from './desks/deskPage.ts'
import type { OpenDevice } from './desks/deskEntry.ts'
import { conclude, openGround, quantile, say } from './ground/ground.ts'

/**
 * Measures the desks of a large race. Online, each of 20 desks scans and signs six runners a second. Each call starts
 * at a planned moment, so a slow answer does not delay the next call. In turns with the desks, the bench measures the
 * limit in the same process: Fastify with one select and one durable insert for each runner. Then a device in Chromium
 * loads all runners over 10 Mbit/s, and looks runners up by code, bib, document and name with a processor that is four
 * times slower.
 */
const RUNNERS = Number(process.argv[2] ?? 30_000)
const SECONDS = Number(process.argv[3] ?? 12)
const DESKS = 20
const A_SECOND = 6
const ROUNDS = 2
const GOAL = { online_p95: 150, load_s: 10, find_ms: 50, store_mb: 60 }
const MBIT = 1_000_000 / 8

const clock = { now: () => new Date(), set: () => undefined, advance: () => undefined }
const { parts, port, close } = await openGround()
const { db, seal } = parts
const agent = new Agent({ keepAlive: true, maxSockets: 64 })
const post = (to: number, path: string, body: object, token = ''): Promise<{ code?: string; data?: unknown }> =>
  new Promise((resolve, reject) => {
    const text = JSON.stringify(body)
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      ...(token && { authorization: `Bearer ${token}` }),
    }
    const sent = request({ host: '127.0.0.1', port: to, path, method: 'POST', agent, headers }, (answer) => {
      const pieces: Buffer[] = []
      answer.on('data', (piece: Buffer) => pieces.push(piece))
      answer.on('end', () => resolve(JSON.parse(Buffer.concat(pieces).toString()) as { code?: string }))
    })
    sent.on('error', reject)
    sent.end(text)
  })

/** Opens a bare server that does only the least work for one runner at a desk. */
const openBare = async (on: Db) => {
  await named(on, 'bench table', 'create table bench_handouts (id bigint primary key, at timestamptz)', [])
  const app = Fastify()
  await app.register(formbody)
  app.post<{ Body: { id: number } }>('/one', async ({ body: { id } }) => {
    const rows = await named(
      on,
      'bench pack',
      'select name, bib, state from registrations where raceid = $1 and id = $2',
      [RACE, id],
    )
    await named(on, 'bench handout', 'insert into bench_handouts values ($1, now()) on conflict do nothing', [id])
    return { code: '200', data: rows }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { port: (app.server.address() as AddressInfo).port, close: () => app.close() }
}

type Work = (n: number, desk: number) => Promise<boolean>
/**
 * Lets all desks work by plan, each scan at its own moment. Returns the times from the planned moments to the answers.
 */
const scanAll = async (from: number, work: Work): Promise<{ ms: number[]; failed: number }> => {
  const ms: number[] = []
  let failed = 0
  const began = performance.now() + 200
  const total = DESKS * A_SECOND * SECONDS
  await Promise.all(
    Array.from({ length: total }, async (_, at) => {
      const planned = began + (at * 1000) / (DESKS * A_SECOND)
      await new Promise((go) => setTimeout(go, Math.max(0, planned - performance.now())))
      if (!(await work(from + at, at % DESKS))) failed++
      ms.push(performance.now() - planned)
    }),
  )
  return { ms: ms.sort((a, b) => a - b), failed }
}

const world = { db, clock, ask: undefined as never }
const online = async () => {
  const gate = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  const desks: number[] = []
  for (let n = 1; n <= DESKS; n++) {
    const made = await post(port, consoleDesksSave.path, { raceid: RACE, name: `台${n}` }, gate.token)
    desks.push((made.data as { id: number }).id)
  }
  const ways = [(n: number) => keyOfRunner(n), bibOf, endOfDocument]
  const ours: Work = async (n, at) => {
    const q = ways[n % ways.length]!(n)
    const found = await post(port, checkinRunnerQuery.path, { raceid: RACE, q }, gate.token)
    const items = (found.data as { items: { id: number }[] }).items
    const entry = crypto.randomUUID()
    const given = { raceid: RACE, desk: desks[at], id: n, kind: 'pack', entry }
    const signed = await post(port, checkinRunnerSign.path, given, gate.token)
    return items.length > 0 && signed.code === '200'
  }
  const bare = await openBare(db)
  const theirs: Work = async (n) => (await post(bare.port, '/one', { id: n })).code === '200'
  const perRound = DESKS * A_SECOND * SECONDS
  const all = { ours: [] as number[], theirs: [] as number[], failed: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    const mine = await scanAll(1 + round * perRound, ours)
    const other = await scanAll(1 + round * perRound, theirs)
    all.ours.push(...mine.ms)
    all.theirs.push(...other.ms)
    all.failed += mine.failed + other.failed
    const at = (ms: readonly number[]) => quantile(ms, 0.95).toFixed(1)
    say(`round ${round + 1}: find and sign p95 ${at(mine.ms)} ms, one select and one insert ${at(other.ms)} ms`)
  }
  await bare.close()
  return {
    p50: quantile(
      all.ours.sort((a, b) => a - b),
      0.5,
    ),
    p95: quantile(all.ours, 0.95),
    limit: quantile(
      all.theirs.sort((a, b) => a - b),
      0.95,
    ),
    failed: all.failed,
    desk: desks[0]!,
    token: gate.token,
  }
}

const device = async (desk: number, token: string) => {
  const enrolled = await post(port, consoleDesksEnrol.path, { raceid: RACE, deskid: desk, name: '平板' }, token)
  const { id, key } = enrolled.data as { id: number; key: string }
  const browser = await chromium.launch({ executablePath: chromiumPath()!, args: chromiumFlags })
  try {
    const context = await browser.newContext()
    const page = await openDeskPage(context, `http://localhost:${port}`, await buildDeskPage())
    const wire = await context.newCDPSession(page)
    await wire.send('Network.enable')
    let bytes = 0
    wire.on('Network.loadingFinished', ({ encodedDataLength }) => void (bytes += encodedDataLength))
    const limits = { offline: false, latency: 20, downloadThroughput: 10 * MBIT, uploadThroughput: 10 * MBIT }
    await wire.send('Network.emulateNetworkConditions', limits)
    const load_ms = await page.evaluate(
      async ([raceid, ofDevice, deviceid]) => {
        const kept = globalThis as unknown as { openDevice: OpenDevice; device: Awaited<ReturnType<OpenDevice>> }
        kept.device = await kept.openDevice(raceid, ofDevice, deviceid)
        const began = performance.now()
        await kept.device.keeper.meet()
        return performance.now() - began
      },
      [RACE, key, id] as const,
    )
    const loaded = await page.evaluate(() => {
      const { device } = globalThis as unknown as { device: Awaited<ReturnType<OpenDevice>> }
      return device.keeper.books.runners.size
    })
    await wire.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const asked = { code: keyOfRunner, bib: bibOf, document: endOfDocument, name: nameOf }
    const find: Record<string, number> = {}
    for (const [way, textOf] of Object.entries(asked)) {
      const texts = Array.from({ length: 60 }, (_, at) => textOf(1 + ((at * 499) % RUNNERS)))
      const times = await page.evaluate(async (all) => {
        const { device } = globalThis as unknown as { device: Awaited<ReturnType<OpenDevice>> }
        const ms: number[] = []
        for (const text of all) {
          const began = performance.now()
          const { items } = await device.source.find(text)
          ms.push(performance.now() - began)
          if (items.length === 0) throw new Error(`nobody found by ${text}`)
        }
        return ms.sort((a, b) => a - b)
      }, texts)
      find[way] = quantile(times, 0.95)
    }
    const store = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0)
    return { load_s: load_ms / 1000, bytes, loaded, find, store_mb: store / 1e6 }
  } finally {
    await browser.close()
  }
}

try {
  await openRace({ db, clock })
  await openEvent({ db, clock }, { price: 0, places: RUNNERS })
  await fillPacks(db, seal, RUNNERS)
  say(`${RUNNERS} runners are in`)
  const scans = await online()
  const { load_s, bytes, loaded, find, store_mb } = await device(scans.desk, scans.token)
  const find_ms = Math.max(...Object.values(find))
  say(`load  ${loaded} runners in ${load_s.toFixed(2)} s at 10 Mbit/s, ${(bytes / 1e6).toFixed(2)} MB on the wire`)
  say(
    `find  ${Object.entries(find)
      .map(([way, ms]) => `${way} ${ms.toFixed(1)} ms`)
      .join(', ')} at a processor 4× slower`,
  )
  say(`store ${store_mb.toFixed(1)} MB`)
  conclude({
    name: 'desk',
    runners: RUNNERS,
    scans_per_second: DESKS * A_SECOND,
    online_p50_ms: scans.p50,
    online_p95_ms: scans.p95,
    limit_p95_ms: scans.limit,
    failed: scans.failed,
    load_s,
    load_bytes: bytes,
    find_p95_ms: find_ms,
    store_mb,
    met:
      scans.p95 <= GOAL.online_p95 &&
      scans.failed === 0 &&
      loaded === RUNNERS &&
      load_s <= GOAL.load_s &&
      find_ms <= GOAL.find_ms &&
      store_mb <= GOAL.store_mb,
  })
} finally {
  agent.destroy()
  await close()
}
