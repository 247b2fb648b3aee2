import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startArchiving } from '#db/archive/archive.ts'
import { type Connection, openDb, poolOf } from '#db/db.ts'
import { addJob } from '#db/jobs/jobs.ts'
import { measurePool, measuredFetch, stopMeasuring } from '#db/measures.ts'
import { lockEvent } from '#features/events/service.ts'
import { noticeDetail } from '#features/notices/contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { type Scrape, fires } from '#test/behaviour/alertRules.ts'
import { type DatabaseNode, makePrimary, makeStandby } from '#test/databases/node.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession } from '#test/people.ts'
import { freePort } from '#test/prove/killed.ts'
import { connectionOf } from '#test/second.ts'
import { type World, makeWorld } from '#test/world.ts'
import { buildApp, readyWatch } from '../app.ts'
import { type MetricsServer, startMetrics } from './listening.ts'

/**
 * Tries each alert of docs/operate.md. The test causes the state that the alert is for, and evaluates the alert's
 * expression on the metrics from before and afterwards.
 */
const page = readFileSync(join(import.meta.dirname, '../../docs/operate.md'), 'utf8')
const rules = new Map(
  page
    .split('\n## Alerts\n')[1]!
    .split('\n## ')[0]!
    .split('\n')
    .flatMap((line) => {
      const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
      const expression = /^`(.+?)`/.exec(cells[2] ?? '')?.[1]
      return expression === undefined ? [] : [[cells[1]!, expression.replaceAll('\\|', '|')] as const]
    }),
)

const NOWHERE = 'postgres://nobody@127.0.0.1:1/none'
let world: World
let connection: Connection
let forget: () => void
const opened: MetricsServer[] = []
const open = async (to = connection, folder = world.parts.folder): Promise<MetricsServer> => {
  const metrics = { port: 0, host: '127.0.0.1', token: undefined }
  const server = (await startMetrics({ metrics, folder }, to, false))!
  opened.push(server)
  return server
}
/** Reads the metrics as Prometheus does. Like Prometheus, it adds a metric that tells whether the server answered. */
const scrape = async ({ address }: MetricsServer, minute: number): Promise<Scrape> => {
  const text = await fetch(address).then(
    (response) => response.text(),
    () => undefined,
  )
  return { at: minute * 60, text: text === undefined ? 'up 0' : `up 1\n${text}` }
}
let here: MetricsServer
beforeAll(async () => {
  world = await makeWorld()
  forget = measurePool(poolOf(world.db))
  world.clock.set(new Date())
  await openRace(world)
  await openEvent(world)
  connection = await connectionOf(world)
  here = await open()
})
afterAll(async () => {
  stopMeasuring()
  forget?.()
  for (const server of opened) await server.stop()
  await world?.close()
})

const tried = new Set<string>()
/** Evaluates an alert of the page, and notes that the test tried it. Throws if the page has no alert of this name. */
const firesOn = (name: string, ...scrapes: Scrape[]): boolean => {
  tried.add(name)
  const expression = rules.get(name)
  if (expression === undefined) throw new Error(`docs/operate.md has no alert "${name}"`)
  return fires(expression, scrapes)
}

test('Server gone: nobody answers at the port of the metrics', async () => {
  const other = await open()
  expect(firesOn('Server gone', await scrape(other, 0))).toBe(false)
  await other.stop()
  expect(firesOn('Server gone', await scrape(other, 1))).toBe(true)
})

test('Database away: no database at the address', async () => {
  expect(firesOn('Database away', await scrape(here, 0))).toBe(false)
  const away = await open({ url: NOWHERE })
  expect(firesOn('Database away', await scrape(away, 0))).toBe(true)
})

test('Not ready: a server that stops says so to its balancer', async () => {
  const ready = readyWatch(world.parts)
  const app = await buildApp(world.parts, { apps: false, ready })
  const ask = () => app.inject({ method: 'GET', url: '/ready' })
  try {
    await ask()
    const before = await scrape(here, 0)
    ready.stopping()
    await ask()
    const first = await scrape(here, 1)
    expect(firesOn('Not ready', before)).toBe(false)
    await ask()
    expect(firesOn('Not ready', before, first, await scrape(here, 2))).toBe(true)
  } finally {
    await app.close()
  }
})

test('Faults: calls fail because of a fault of ours', async () => {
  const db = openDb({ url: NOWHERE }, { max: 1, patienceMs: 0 })
  const app = await buildApp({ ...world.parts, db }, { apps: false })
  const fail = async (times: number) => {
    for (let n = 0; n < times; n++) {
      const answered = await app.inject({ method: 'POST', url: noticeDetail.path, payload: { raceid: RACE, id: 1 } })
      expect(answered.statusCode, answered.body).toBe(500)
    }
  }
  try {
    await fail(1)
    const before = await scrape(here, 0)
    await fail(5)
    expect(firesOn('Faults', before, await scrape(here, 5)), 'six in five minutes').toBe(false)
    await fail(35)
    expect(firesOn('Faults', before, await scrape(here, 5)), 'forty in five minutes').toBe(true)
  } finally {
    await app.close()
    await db.destroy()
  }
})

test('Disk: the disk of the data folder is full', async ({ skip }) => {
  skip(process.platform !== 'linux', 'only Linux has a file system that is always full')
  // /proc has no free block.
  expect(firesOn('Disk', await scrape(await open(connection, '/proc'), 0))).toBe(true)
  expect(fires(rules.get('Disk')!.replace('4e9', '1'), [await scrape(here, 0)])).toBe(false)
})

test('Slow sign-up: another transaction holds the event', async () => {
  const people = await Promise.all(Array.from({ length: 3 }, () => runnerSession(world)))
  const signUp = (n: number) => world.ask(registrationSave, entrant(n), people[n]!)
  await signUp(0)
  const before = await scrape(here, 0)
  await signUp(1)
  const quick = await scrape(here, 5)
  expect(firesOn('Slow sign-up', before, quick)).toBe(false)
  const held = Promise.withResolvers<void>()
  const holding = world.db.transaction().execute(async (tx) => {
    await lockEvent(tx, RACE, 1)
    held.resolve()
    await wait(1300)
  })
  await held.promise
  await signUp(2)
  await holding
  expect(firesOn('Slow sign-up', quick, await scrape(here, 10))).toBe(true)
})

test('Pool used up: more calls than connections wait for the database', async () => {
  expect(firesOn('Pool used up', await scrape(here, 0))).toBe(false)
  const waiting = Array.from({ length: 40 }, () => sql`select pg_sleep(0.5)`.execute(world.db))
  expect(firesOn('Pool used up', await scrape(here, 1))).toBe(true)
  await Promise.all(waiting)
})

test('Queue does not move, Jobs given up: nobody takes a job, and one has failed too often', async () => {
  const names = ['Queue does not move', 'Jobs given up'] as const
  const before = await scrape(here, 0)
  expect(names.map((name) => firesOn(name, before))).toEqual([false, false])
  await world.db.transaction().execute((tx) => addJob(tx, 'never_taken', {}, { runAt: new Date(Date.now() - 301_000) }))
  const late = await scrape(here, 1)
  expect(names.map((name) => firesOn(name, late))).toEqual([true, false])
  await sql`update graphile_worker._private_jobs set attempts = max_attempts`.execute(world.db)
  expect(firesOn('Jobs given up', await scrape(here, 2))).toBe(true)
})

test('Gateway silent: a service does not answer any more', async () => {
  const ask = async (times: number) => {
    for (let n = 0; n < times; n++) await measuredFetch('WeChat Pay', 'http://127.0.0.1:1/').catch(() => undefined)
  }
  await ask(1)
  const before = await scrape(here, 0)
  await ask(3)
  expect(firesOn('Gateway silent', before, await scrape(here, 5)), 'three in five minutes').toBe(false)
  await ask(15)
  expect(firesOn('Gateway silent', before, await scrape(here, 5)), 'eighteen in five minutes').toBe(true)
})

describe('with a database of its own', () => {
  let folder: string
  let primary: DatabaseNode
  let metrics: MetricsServer
  // The test makes a database, starts it and copies it, which takes long.
  const slow = 180_000
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'startline-alerts-'))
    primary = await makePrimary(join(folder, 'primary'), await freePort())
    metrics = await open({ url: urlOf(primary) })
  }, slow)
  afterAll(async () => {
    await primary?.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }, slow)
  const urlOf = ({ port }: DatabaseNode) => `postgres://startline@127.0.0.1:${port}/startline`
  /** Reads the metrics until an alert fires. Returns false if the alert does not fire within 30 seconds. */
  const comesToFire = async (name: string, expression = rules.get(name)!): Promise<boolean> => {
    tried.add(name)
    for (const end = Date.now() + 30_000; Date.now() < end; await wait(200))
      if (fires(expression, [await scrape(metrics, 0)])) return true
    return false
  }

  test('Archive stands: the archive takes no files', async () => {
    expect(firesOn('Archive stands', await scrape(metrics, 0))).toBe(false)
    const archiving = startArchiving({
      folder: primary.folder,
      connection: { url: urlOf(primary) },
      store: { read: async () => undefined, write: () => Promise.reject(new Error('the disk of the archive is full')) },
      seconds: 1,
      freeBytes: async () => 1e12,
      say: () => undefined,
    })
    await primary.query("select pg_logical_emit_message(true, 'test', 'a commit')")
    expect(await comesToFire('Archive stands')).toBe(true)
    await archiving.stop()
  })

  test('Standby gone, Standby late: a standby that stands still, and no standby', { timeout: slow }, async () => {
    expect(firesOn('Standby gone', await scrape(metrics, 0))).toBe(true)
    const standby = await makeStandby(primary, join(folder, 'standby'), await freePort(), 'standby')
    try {
      const isStreaming = async () => !firesOn('Standby gone', await scrape(metrics, 1))
      for (const end = Date.now() + 30_000; !(await isStreaming()) && Date.now() < end;) await wait(100)
      expect(await isStreaming()).toBe(true)
      expect(firesOn('Standby late', await scrape(metrics, 1))).toBe(false)
      await primary.query("select pg_logical_emit_message(true, 'test', 'applied')")
      await wait(500)
      await standby.query('select pg_wal_replay_pause()')
      await primary.query('create table written_while_it_stands (id integer)')
      // The rule allows a delay of 30 seconds. The test allows only one second, so that the test ends sooner.
      expect(await comesToFire('Standby late', rules.get('Standby late')!.replace('> 30', '> 1'))).toBe(true)
      await standby.query('select pg_wal_replay_resume()')
    } finally {
      await standby.stop()
    }
    expect(await comesToFire('Standby gone')).toBe(true)
  })
})

test('each alert of the page is tried', () => {
  expect([...rules.keys()].filter((name) => !tried.has(name))).toEqual([])
  expect(rules.size).toBeGreaterThan(10)
})
