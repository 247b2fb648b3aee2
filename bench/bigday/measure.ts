import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { QUEUES, everyMs } from '#features/tracking/intake/intake.service.ts'
import { quantile, say } from '../ground/ground.ts'
import { batchesSoFar } from '../ground/batches.ts'
import { type Kind, type MeasuredCosts, kinds } from './cases.ts'
import { type Cost, arrivalsOf } from './model.ts'
import type { BigDayScene, Sent } from './scene.ts'

const FILE = join(import.meta.dirname, 'costs.json')
export const readCosts = (): MeasuredCosts => JSON.parse(readFileSync(FILE, 'utf8')) as MeasuredCosts

/** The number of calls of each kind that fill the server. */
const CALLS: Readonly<Record<Kind, number>> = {
  entry: 3000,
  signup: 3000,
  list: 10_000,
  result: 5000,
  fix: 12_000,
  reads: 1500,
}
/**
 * A process that had nothing to do is slower at first: it must wake up, and other work has filled the caches of the
 * processor. Calls one after another do not show this, so single calls come at random moments: seldom, sometimes and
 * often. Their mean pauses are those of `WAKING_MS`, from the longest to the shortest.
 */
const SECONDS = 5
const SINGLE = { seldom: 30 * SECONDS, sometimes: 90 * SECONDS, often: 250 * SECONDS }
const ROUNDS = 3
/** The number of calls under way that fills the server. Fixes wait for a batch, so more fixes are under way. */
const FULL: Readonly<Record<Kind, number>> = { entry: 256, signup: 256, list: 64, result: 64, fix: 1500, reads: 64 }
/** A number of calls under way that also leaves the server no pause, but makes small batches. */
const FEW: Readonly<Record<Kind, number>> = { entry: 12, signup: 12, list: 12, result: 12, fix: 300, reads: 12 }
/** The pause between two batches of fixes (features/tracking/intake). */
const EVERY_MS: Partial<Record<Kind, number>> = { fix: everyMs }
/** The queues of a process that write fixes side by side. */
const QUEUES_OF: Partial<Record<Kind, number>> = { fix: QUEUES }
const isBatched: Readonly<Record<Kind, boolean>> = {
  entry: true,
  signup: true,
  list: false,
  result: false,
  fix: true,
  reads: true,
}

/** A minute, because some jobs run once a minute. */
const REST_SECONDS = 60
const US = 1e6
/** The same calls, sent in five ways: one by one, and with few and with many calls under way. */
const ways = ['seldom', 'sometimes', 'often', 'few', 'full'] as const
type Rounds = Readonly<Record<(typeof ways)[number], readonly Sent[]>>
/** One value for each of the `ways`, such as the cost of a call or the mean number of calls in a batch. */
type PerCall = Readonly<Record<keyof Rounds, number>>
/**
 * Splits the cost of a call into the part for each call, the part for each batch, and the part for waking a process
 * after each pause of `WAKING_MS`. `sizes` are the mean numbers of calls in a batch, or 1 if no batch writes the call.
 */
const split = (cost: PerCall, sizes: PerCall) => {
  const { few, full } = cost
  const each = sizes.full > sizes.few * 1.5 ? Math.max(0, (few - full) / (1 / sizes.few - 1 / sizes.full)) : 0
  const call = Math.max(0, full - each / sizes.full)
  const wake = (['often', 'sometimes', 'seldom'] as const).map((way) =>
    Math.max(0, cost[way] - each / sizes[way] - call),
  )
  return { each, call, wake }
}

const median = (values: readonly number[]): number =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  )
/** Returns the cost of a kind of calls: the median of all rounds, because other work on the machine disturbs some. */
const costOf = (kind: Kind, rounds: Rounds, sizes: PerCall, idle: MeasuredCosts['idle']): Cost => {
  const each = (way: keyof Rounds, value: (sent: Sent) => number) =>
    median(rounds[way].map((sent) => value(sent) / sent.calls))
  const of = (value: (sent: Sent) => number): PerCall => ({
    seldom: each('seldom', value),
    sometimes: each('sometimes', value),
    often: each('often', value),
    few: each('few', value),
    full: each('full', value),
  })
  const processor = (name: 'server' | 'database') => of(({ used, seconds }) => used[name] * US - idle[name] * seconds)
  const [onServer, onDatabase] = [processor('server'), processor('database')]
  const server = split(onServer, sizes)
  const database = split(onDatabase, sizes)
  const logged = of(({ used }) => used.logged)
  // The `few` calls come after a checkpoint, so the database logs whole pages. The `seldom` calls come after no
  // checkpoint, so their log replaces the log of the `few` calls.
  const log = split({ ...logged, few: logged.seldom }, { ...sizes, few: sizes.seldom })
  const p50 = median(rounds.seldom.flatMap(({ report }) => report.ms[kind] ?? []))
  const sender = each('full', ({ report }) => report.cpu * US)
  const worked = (onServer.seldom + onDatabase.seldom + sender) / 1000
  const wait_ms = Math.max(0, p50 - worked - (EVERY_MS[kind] ?? 0))
  const held = each('often', ({ held_ms }) => held_ms)
  return {
    server: server.call,
    database: database.call,
    each: { server: server.each, database: database.each, logged: log.each },
    wake: { server: server.wake, database: database.wake },
    hold_ms: Math.max(0, held - (onDatabase.often / 1000 + wait_ms) / sizes.often),
    wait_ms,
    isBatched: isBatched[kind],
    queues: QUEUES_OF[kind] ?? 1,
    every_ms: EVERY_MS[kind] ?? 0,
    sender,
    kept: each('full', ({ used }) => used.kept),
    logged: log.call,
    sent: each('full', ({ bytes }) => bytes),
  }
}
const rounded = (value: unknown): unknown => {
  if (typeof value === 'number') return Math.round(value * 100) / 100
  if (Array.isArray(value)) return value.map(rounded)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, rounded(inner)]))
}

const checkAll = (kind: Kind, { report, calls }: Sent): void => {
  const good = report.codes[`${kind} 200`] ?? 0
  if (good !== calls) throw new Error(`Not all calls were answered: ${JSON.stringify(report.codes)}`)
}
/** Sends calls of one kind in all ways, in turn, and returns what they used and the sizes of their batches. */
const measureKind = async (scene: BigDayScene, kind: Kind): Promise<{ rounds: Rounds; sizes: PerCall }> => {
  const atOnce = (n: number, most: number) =>
    scene.send(
      Array.from({ length: n }, () => ({ at: 0, kind })),
      { most },
    )
  const many = CALLS[kind]
  await atOnce(Math.ceil(many / 4), FULL[kind])
  const single = (way: keyof typeof SINGLE) => (round: number) =>
    scene.send(arrivalsOf([{ kind, calls: SINGLE[way], seconds: SECONDS }], round), { hasCheckpoint: false })
  const sendBy = {
    seldom: single('seldom'),
    sometimes: single('sometimes'),
    often: single('often'),
    few: () => atOnce(Math.ceil(many / 4), FEW[kind]),
    full: () => atOnce(many, FULL[kind]),
  }
  const rounds = { seldom: [], sometimes: [], often: [], few: [], full: [] } as Record<keyof Rounds, Sent[]>
  const batches = { seldom: 0, sometimes: 0, often: 0, few: 0, full: 0 }
  for (let round = 0; round < ROUNDS; round++)
    for (const way of ways) {
      const before = await batchesSoFar()
      const sent = await sendBy[way](round)
      checkAll(kind, sent)
      rounds[way].push(sent)
      batches[way] += (await batchesSoFar()) - before
    }
  const sizeOf = (way: keyof Rounds) => {
    const calls = rounds[way].reduce((sum, sent) => sum + sent.calls, 0)
    return isBatched[kind] && batches[way] > 0 ? calls / batches[way] : 1
  }
  const sizes: Record<keyof Rounds, number> = Object.fromEntries(ways.map((way) => [way, sizeOf(way)])) as Record<
    keyof Rounds,
    number
  >
  // Fixes wait for the next batch. A few fixes that come at once therefore leave the server long pauses, and single
  // fixes that come often show the cost of a small batch better.
  if (EVERY_MS[kind]) [rounds.few, sizes.few] = [rounds.often, sizes.often]
  return { rounds, sizes }
}

/** Measures the cost of each kind of call on this machine, and writes the costs into `costs.json`. */
export const measureCosts = async (scene: BigDayScene): Promise<MeasuredCosts> => {
  const found: Partial<Record<Kind, Cost>> = {}
  const idle = await scene.rest(REST_SECONDS)
  say(`without calls: server ${idle.server.toFixed(0)} µs a second, database ${idle.database.toFixed(0)} µs`)
  for (const kind of kinds) {
    const { rounds, sizes } = await measureKind(scene, kind)
    found[kind] = costOf(kind, rounds, sizes, idle)
    const { server, database, each, wake, wait_ms, hold_ms } = found[kind]
    const us = (...values: readonly number[]) => values.map((value) => value.toFixed(0)).join(' and ')
    say(
      `${kind.padEnd(7)} server ${us(server)} µs, database ${us(database)} µs; each batch ${us(each.server, each.database)} µs; waking ${us(...wake.server)} and ${us(...wake.database)} µs; ${wait_ms.toFixed(1)} ms of waiting, ${hold_ms.toFixed(1)} ms of other connections; ${us(sizes.few, sizes.full)} in a batch; ${median(rounds.full.map((sent) => sent.calls / sent.seconds)).toFixed(0)}/s`,
    )
  }
  const [cpu] = cpus()
  const costs: MeasuredCosts = {
    measured: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} processors (${cpu?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB`,
    how: 'npm run bench -- bigday costs: each kind of call over HTTP on a durable database of its own, one by one 30, 90 and 250 times a second, and with up to 1,500 under way; processor time of the server process and of all processes of the database from the operating system',
    idle,
    calls: found as Record<Kind, Cost>,
    memory: scene.memory(),
  }
  writeFileSync(FILE, `${JSON.stringify(rounded(costs), null, 2)}\n`)
  return costs
}
