import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { RACE } from '#test/entrants.ts'
import { askOver } from '../ground/ask.ts'
import { conclude, openGround, quantile, say } from '../ground/ground.ts'
import type { DevicesReport } from './devices.ts'
import { openDevices, openMats, openScene } from './scene.ts'
import { matching, storing } from './single.ts'
import type { SpectatorsReport } from './spectators.ts'

/**
 * Measures tracking with devices that send a fix every ten seconds, a mat that 50 runners pass each second, and
 * spectators of the stream. The bench prints each figure beside its limit. It also measures storing alone with COPY for
 * comparison, the bytes for one spectator, the first picture of a new page, and matching. `npm run bench -- tracking
 * [DEVICES] [SPECTATORS] [SECONDS]`
 */
const [DEVICES, SPECTATORS, SECONDS] = [
  Number(process.argv[2] ?? 30_000),
  Number(process.argv[3] ?? 5000),
  Number(process.argv[4] ?? 300),
]
const GOALS = { p95_ms: 2000, copy: 0.3, map: 3000, list: 1000, newcomer_ms: 1500, matched: 100_000 }
const NEWCOMERS_A_SECOND = 3
/** The first bib of the newcomers. */
const FIRST_NEWCOMER = 100_000
/** The number of devices when the bench measures storing alone. Ten fixes of each device are measured. */
const STORING = 8000
/** Slow 4G as browsers model it: a round trip of 400 ms, and 1.6 Mbit/s. */
const ROUND_TRIP_MS = 400
const BITS_A_MS = 1600

const start = (file: string): ChildProcess =>
  spawn(process.execPath, [join(import.meta.dirname, file)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
const nextOf = <T>(child: ChildProcess): Promise<T> =>
  new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as T))
    child.once('exit', () => reject(new Error('A process of the load ended')))
  })

/**
 * Reads the two answers that a new page needs for its picture. Both calls need only the race, so the page sends them
 * together, over the connection that is already open. The measured time is one round trip, the time of the server, and
 * the time that slow 4G needs for the bytes.
 */
const newcomer = async (port: number) => {
  const began = performance.now()
  const sizes = await Promise.all(
    ['/live/gps', '/live/gps/positions'].map(async (path) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}?raceid=${RACE}`, {
        headers: { 'accept-encoding': 'gzip' },
      })
      const body = await answer.text()
      const sent = Number(answer.headers.get('content-length'))
      return sent > 0 ? sent : Buffer.byteLength(body)
    }),
  )
  const serverMs = performance.now() - began
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  return { bytes, serverMs, ms: ROUND_TRIP_MS + (bytes * 8) / BITS_A_MS + serverMs }
}
/**
 * Measures several newcomers and returns the newcomer with the median time, because the time depends on the moment
 * within a second.
 */
const newcomers = async (port: number) => {
  const all = []
  for (let n = 0; n < 9; n++) {
    all.push(await newcomer(port))
    await wait(330)
  }
  return all.toSorted((a, b) => a.ms - b.ms)[4]!
}

const ground = await openGround()
const { db } = ground.parts
const children: ChildProcess[] = []
try {
  const gun = Date.now() - 3_600_000
  await openScene(ground.parts, new Date(gun))
  const alone = matching(300_000)
  const line = (text: string, value: number, goal: number, isLess: boolean) =>
    say(`${text}: ${Math.round(value * 1000) / 1000}   goal ${isLess ? '≤' : '≥'} ${goal}`)
  line('matched fixes a second on one core', alone.per_second, GOALS.matched, false)
  say(`  sure places more than 50 m wrong: ${alone.wrong}, unsure: ${alone.unsure}`)
  const stored = await storing(db, await openDevices(db, STORING, 500_000), 10)
  line('fixes stored a second, as a share of COPY', stored.taken / stored.copied, GOALS.copy, false)
  say(`  ${Math.round(stored.taken)} by the server, ${Math.round(stored.copied)} by COPY`)
  await sql`update tracks set stopped_at = now(), stopped_by = 'hand', version = 1000000 where raceid = ${RACE}`.execute(
    db,
  )
  await sql`update track_versions set version = 1000000 where raceid = ${RACE}`.execute(db)
  const before = Number((await sql<{ n: number }>`select count(*) as n from fixes`.execute(db)).rows[0]!.n)

  const passMat = await openMats(askOver(ground.port), ground.parts, new Date(gun), DEVICES)
  const tokens = await openDevices(db, DEVICES, 1)
  const late = await openDevices(db, NEWCOMERS_A_SECOND * SECONDS, FIRST_NEWCOMER)
  await sql`update tracks set version = 1000001 where raceid = ${RACE} and version = 0`.execute(db)
  await sql`update track_versions set version = 1000001 where raceid = ${RACE}`.execute(db)
  const [spectators, devices] = [start('spectators.ts'), start('devices.ts')]
  children.push(spectators, devices)
  spectators.send({
    port: ground.port,
    count: SPECTATORS,
    first: FIRST_NEWCOMER,
    last: FIRST_NEWCOMER + late.length - 1,
  })
  await nextOf(spectators)
  const sending = nextOf<DevicesReport>(devices)
  devices.send({ port: ground.port, tokens, newcomers: late, first: FIRST_NEWCOMER, seconds: SECONDS })
  const passing = setInterval(() => void passMat(), 1000)
  // The figures of a spectator begin when each device has sent its first fix and the pages have loaded the picture.
  await wait(Math.min(20_000, SECONDS * 500))
  spectators.send('begin')
  const measuredFrom = Date.now()
  const cpuBegan = process.cpuUsage()
  await wait(Math.max(0, SECONDS * 500 - 10_000))
  const fresh = await newcomers(ground.port)
  const sent = await sending
  const cpu = process.cpuUsage(cpuBegan)
  const cores = (cpu.user + cpu.system) / 1000 / (Date.now() - measuredFrom)
  clearInterval(passing)
  await wait(GOALS.p95_ms)
  const seconds = (Date.now() - measuredFrom) / 1000
  const telling = nextOf<SpectatorsReport>(spectators)
  spectators.send('tell')
  const seen = await telling
  const after = Number((await sql<{ n: number }>`select count(*) as n from fixes`.execute(db)).rows[0]!.n)
  const lost = sent.acknowledged - (after - before)
  const came = new Map(seen.came)
  const awaited = sent.begun.filter(([, at]) => at >= measuredFrom)
  const delays = awaited.flatMap(([bib, at]) => (came.get(bib) ?? []).map((one) => one - at)).sort((a, b) => a - b)
  const missed = awaited.length * seen.maps - delays.length
  const p95 = quantile(delays, 0.95)
  const [map, list] = [seen.mapBytes / seen.maps / seconds, seen.listBytes / seen.lists / seconds]
  say(
    `${sent.acknowledged} fixes acknowledged in ${SECONDS} s, ${lost} lost, ${sent.refused} refused, ${sent.behind} not sent in time`,
  )
  say(`the server's process used ${Math.round(cores * 100)} % of a core`)
  line('95 % from fix to spectator, ms', p95, GOALS.p95_ms, true)
  say(
    `  ${awaited.length} newcomers at ${seen.maps} pages with a map, ${missed} missing, ${seen.frames} frames, ${seen.again} pictures loaded again`,
  )
  line('bytes a second with a map', map, GOALS.map, true)
  line('bytes a second with the list', list, GOALS.list, true)
  line('picture for a newcomer at slow 4G, ms', fresh.ms, GOALS.newcomer_ms, true)
  say(`  ${fresh.bytes} bytes, ${Math.round(fresh.serverMs)} ms at the server, a round trip of ${ROUND_TRIP_MS} ms`)
  const reached =
    lost <= 0 &&
    sent.refused === 0 &&
    sent.behind === 0 &&
    seen.ended === 0 &&
    missed === 0 &&
    p95 <= GOALS.p95_ms &&
    stored.taken / stored.copied >= GOALS.copy &&
    map <= GOALS.map &&
    list <= GOALS.list &&
    fresh.ms <= GOALS.newcomer_ms &&
    alone.per_second >= GOALS.matched &&
    alone.wrong === 0
  conclude({
    name: 'tracking',
    devices: DEVICES,
    spectators: SPECTATORS,
    seconds: SECONDS,
    lost,
    p95_ms: p95,
    missed,
    copy_share: stored.taken / stored.copied,
    map_bytes: map,
    list_bytes: list,
    newcomer_ms: fresh.ms,
    matched: alone.per_second,
    reached,
  })
} finally {
  for (const child of children) child.kill()
  await ground.close()
}
