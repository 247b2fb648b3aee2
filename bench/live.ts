import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { World } from '#test/world.ts'
import { consoleTimingList } from '#features/timing/contract.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { timedHalf } from '#test/timing.ts'
import { askOver } from './ground/ask.ts'
import { conclude, openGround, quantile, say } from './ground/ground.ts'

/**
 * Measures the time from a reader's call with one read until each of many open pages shows its effect, over HTTP. The
 * server derives, ranks and sends in that time. The goal is two seconds for 95 of 100 arrivals.
 */
const WATCHING = Number(process.argv[2] ?? 5000)
const RUNNERS = 2000
const READS = 60
const GOAL_MS = 2000

const { parts, port, close } = await openGround()
const ask = askOver(port)
const gun = new Date(Math.floor(Date.now() / 1000) * 1000 - 3_600_000)
const clock = { now: () => new Date(), set: () => undefined, advance: () => undefined }
const world = { ask, db: parts.db, parts, clock } as unknown as World
let child: ChildProcess | undefined
try {
  await openRace(world)
  await openEvent(world)
  const staff = await staffSession(world, [{ raceid: null, role: 'director' }])
  const { start, ten } = await timedHalf(world, staff, { waves: [{ name: '1', zones: [], gun: gun.toISOString() }] })
  await ask(
    consoleTimingList,
    {
      raceid: RACE,
      eventid: 1,
      kind: 'runners',
      csv: `bib,name,gender,age\n${Array.from({ length: RUNNERS }, (_, n) => `${n + 1},跑者${n + 1},${n % 2 ? '女' : '男'},${20 + (n % 50)}`).join('\n')}\n`,
    },
    staff,
  )
  const { consoleTimingReads } = await import('#features/timing/contract.ts')
  const read = (key: string, seq: number, bib: number, at: number) =>
    ask(consoleTimingReads, { key, reads: [[seq, String(bib), at]] })
  await ask(consoleTimingReads, {
    key: start.key,
    reads: Array.from({ length: RUNNERS }, (_, n): [number, string, number] => [
      n,
      String(n + 1),
      gun.getTime() + 5000,
    ]),
  })
  child = spawn(process.execPath, [join(import.meta.dirname, 'listeners.ts')], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const nextMessage = () =>
    new Promise<{ open?: number; came?: [number, number[]][] }>(
      (resolve, reject) =>
        void child!
          .once('message', (message) => resolve(message as never))
          .once('exit', () => reject(new Error('The listeners ended'))),
    )
  child.send({ port, listeners: WATCHING, raceid: RACE })
  const { open } = await nextMessage()
  say(`${open} pages follow`)
  const sent: number[] = []
  const first = Number(
    (
      await parts.db
        .selectFrom('timing_news')
        .select((eb) => eb.fn.max('id').as('last'))
        .where('raceid', '=', RACE)
        .executeTakeFirst()
    )?.last ?? 0,
  )
  for (let n = 0; n < READS; n++) {
    sent.push(Date.now())
    await read(ten.key, n, n + 1, gun.getTime() + 2_400_000 + n * 1000)
    // One read gives one piece of news. The next read is sent when this piece is in the database, or after two seconds.
    for (let tries = 0; tries < 200; tries++) {
      const last = Number(
        (
          await parts.db
            .selectFrom('timing_news')
            .select((eb) => eb.fn.max('id').as('last'))
            .where('raceid', '=', RACE)
            .executeTakeFirst()
        )?.last ?? 0,
      )
      if (last >= first + n + 1) break
      await wait(10)
    }
  }
  await wait(GOAL_MS)
  child.send('tell')
  const { came = [] } = await nextMessage()
  const delays = came.flatMap(([id, all]) => {
    const at = sent[id - first - 1]
    return at === undefined ? [] : all.map((one) => one - at)
  })
  const sorted = delays.toSorted((a, b) => a - b)
  const missed = READS * WATCHING - delays.length
  const p95 = quantile(sorted, 0.95)
  say(
    `${READS} reads, ${delays.length} arrivals, ${missed} missing: half within ${quantile(sorted, 0.5)} ms, 95 % within ${p95} ms, all within ${sorted.at(-1)} ms   goal ${GOAL_MS} ms`,
  )
  conclude({
    name: 'live',
    watching: WATCHING,
    reads: READS,
    missed,
    p50_ms: quantile(sorted, 0.5),
    p95_ms: p95,
    most_ms: sorted.at(-1) ?? 0,
    reached: p95 <= GOAL_MS && missed === 0 && open === WATCHING,
  })
} finally {
  child?.kill()
  await close()
}
