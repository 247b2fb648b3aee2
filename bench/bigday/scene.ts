import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { poolOf } from '#db/db.ts'
import { newKey } from '#db/random.ts'
import { tokenHash } from '#db/sessions.ts'
import { importResults } from '#features/results/service.ts'
import { RACE, openEvent } from '#test/entrants.ts'
import { roadResults } from '#tools/demo/results.ts'
import { openAccounts, openGround } from '../ground/ground.ts'
import { databaseSeconds, memoryOf, ownSeconds, workersOf } from '../ground/processor.ts'
import { openSignups } from '../ground/signups.ts'
import { startChild } from '../ground/children.ts'
import { openDevices, openScene } from '../tracking/scene.ts'
import type { Sending, SendingReport } from './arrivals.ts'
import type { Arrival } from './model.ts'
import type { Kind } from './cases.ts'

const RESULTS_EVENT = 4
const RUNNERS = 20_000
const READERS = 16
/** The number of devices. It is so large that the measurement of costs uses no device twice. */
const DEVICES = 56_000
const clock = { now: () => new Date(), set: () => undefined, advance: () => undefined }

/** The use of the machine so far: processor seconds, bytes in tables, and bytes in the log of the database. */
export type Used = { server: number; database: number; kept: number; logged: number }
/**
 * `connections` is a mean of the connections in use: the largest mean over five seconds. `held_ms` is the time of all
 * connections in use together.
 */
export type Sent = {
  report: SendingReport
  used: Used
  calls: number
  seconds: number
  bytes: number
  connections: number
  held_ms: number
}

type Ground = Awaited<ReturnType<typeof openGround>>
/** Fills a race with all that the calls of a big day need. Returns the keys that the calls carry. */
const fillScene = async (ground: Ground, people: number): Promise<Pick<Sending, 'results' | 'readers' | 'devices'>> => {
  const { db } = ground.parts
  await openScene(ground.parts, new Date(Date.now() - 3_600_000))
  await openSignups(db, clock, { 2: people, 3: people }, [3])
  await openEvent({ db, clock }, { id: RESULTS_EVENT, distance_cm: 4_219_500 })
  await importResults(ground.parts, {
    raceid: RACE,
    eventid: RESULTS_EVENT,
    filename: 'bench.csv',
    bytes: Buffer.from(roadResults('full', RUNNERS, 10_001, 226, new Date().getUTCFullYear())),
    publish: true,
    now: new Date(),
  })
  const found = await db.selectFrom('results').select('_key').where('raceid', '=', RACE).orderBy('bib').execute()
  // The results are shuffled, because people look in a random order.
  const results = found
    .map(({ _key }, at) => [Math.imul(at + 1, 2_654_435_761) >>> 0, _key] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, key]) => key)
  await db.insertInto('timing_stations').values({ raceid: RACE, id: 1, name: 'start', metres: null }).execute()
  const readers = Array.from({ length: READERS }, () => newKey(RACE))
  await db
    .insertInto('timing_devices')
    .values(
      readers.map((key, at) => ({
        raceid: RACE,
        id: at + 1,
        stationid: 1,
        name: `reader ${at}`,
        key_hash: tokenHash(key),
        created_at: new Date(),
      })),
    )
    .execute()
  const devices = await openDevices(db, DEVICES, 1)
  await openAccounts(db, 0, people)
  await sql`vacuum analyze`.execute(db)
  return { results, readers, devices }
}

const WINDOW_MS = 5000
/** Watches the connections of the server. The returned function ends the watch and returns the figures. */
const watchConnections = ({ parts: { db } }: Ground): (() => Pick<Sent, 'connections' | 'held_ms'>) => {
  const pool = poolOf(db)
  const began = performance.now()
  const windows: number[] = []
  let [inUse, since] = [0, began]
  const add = (change: number) => {
    const now = performance.now()
    const window = Math.floor((since - began) / WINDOW_MS)
    windows[window] = (windows[window] ?? 0) + inUse * (now - since)
    ;[inUse, since] = [inUse + change, now]
  }
  const taken = () => add(1)
  const given = () => add(-1)
  pool.on('acquire', taken).on('release', given)
  return () => {
    add(0)
    pool.off('acquire', taken).off('release', given)
    const held = Array.from(windows, (ms) => ms ?? 0)
    const seconds = Math.min(WINDOW_MS, since - began)
    return { connections: Math.max(0, ...held) / seconds, held_ms: held.reduce((sum, ms) => sum + ms, 0) }
  }
}

const usedNow = async ({ parts: { db }, postmaster }: Ground): Promise<Used> => {
  const { rows } = await sql<{ kept: number; logged: number }>`
    select pg_database_size(current_database())::float8 as kept,
      (pg_current_wal_lsn() - '0/0'::pg_lsn)::float8 as logged`.execute(db)
  return { server: ownSeconds(), database: databaseSeconds(postmaster), ...rows[0]! }
}
const memoryIn = ({ postmaster }: Ground) => {
  const workers = workersOf(postmaster)
  const sizes = workers.map((pid) => memoryOf(pid)).toSorted((a, b) => a - b)
  const connection = sizes[Math.floor(sizes.length / 2)] ?? 0
  return {
    server: memoryOf(process.pid),
    database: Math.max(0, sizes.reduce((sum, mb) => sum + mb, 0) - connection * sizes.length),
    connection,
  }
}
/** Measures all that a sending uses. */
const measured = async (ground: Ground, send: () => Promise<SendingReport>): Promise<Omit<Sent, 'calls'>> => {
  const before = await usedNow(ground)
  const connectionsInUse = watchConnections(ground)
  const began = performance.now()
  const report = await send()
  const seconds = (performance.now() - began) / 1000
  const connections = connectionsInUse()
  const after = await usedNow(ground)
  return {
    report,
    seconds,
    bytes: report.bytes,
    ...connections,
    used: {
      server: after.server - before.server,
      database: after.database - before.database,
      kept: Math.max(0, after.kept - before.kept),
      logged: after.logged - before.logged,
    },
  }
}
/** Opens the scene of the big days on a durable database of its own. */
export const openBigDay = async (people: number) => {
  const ground = await openGround()
  const keys = await fillScene(ground, people)
  let [nextPerson, nextDevice, nextResult] = [0, 0, 0]
  /**
   * Sends calls at their moments, and measures the resources that they use. Before the calls the function cleans up the
   * tables and makes a checkpoint, so that the figures do not contain this work for earlier calls. After a checkpoint
   * the database writes whole pages into its log, so a measurement of few calls makes no checkpoint.
   */
  const send = async (
    arrivals: Arrival<Kind>[],
    { most, hasCheckpoint = true }: { most?: number; hasCheckpoint?: boolean } = {},
  ): Promise<Sent> => {
    const sending: Sending = {
      port: ground.port,
      arrivals,
      from: nextPerson,
      fromDevice: nextDevice,
      fromResult: nextResult,
      events: { signup: 2, entry: 3 },
      ...keys,
      resultsEvent: RESULTS_EVENT,
      most,
    }
    nextPerson += arrivals.filter(({ kind }) => kind === 'entry' || kind === 'signup').length
    nextDevice += arrivals.filter(({ kind }) => kind === 'fix').length
    nextResult += arrivals.filter(({ kind }) => kind === 'result').length
    const child = await startChild<SendingReport>('bigday/arrivals.ts', sending)
    await sql`vacuum analyze`.execute(ground.parts.db)
    if (hasCheckpoint) await sql`checkpoint`.execute(ground.parts.db)
    return { calls: arrivals.length, ...(await measured(ground, () => child.fire())) }
  }
  /** Measures the processor time of a second without a call, in microseconds. */
  const rest = async (seconds: number) => {
    const before = await usedNow(ground)
    await wait(seconds * 1000)
    const after = await usedNow(ground)
    const of = (name: 'server' | 'database') => ((after[name] - before[name]) * 1e6) / seconds
    return { server: of('server'), database: of('database') }
  }
  return { send, rest, memory: () => memoryIn(ground), close: ground.close }
}
export type BigDayScene = Awaited<ReturnType<typeof openBigDay>>
