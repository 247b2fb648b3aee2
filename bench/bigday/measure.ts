import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { everyMs } from '#features/tracking/intake/intake.service.ts'
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
 * processor. Calls one after another do not show this, so single calls come at random moments.
 */
const SPARSE = { calls: 240, seconds: 8 }
const ROUNDS = 3
/** The number of calls under way that fills the server. Fixes wait for a batch, so more fixes are under way. */
const FULL: Readonly<Record<Kind, number>> = { entry: 256, signup: 256, list: 64, result: 64, fix: 1500, reads: 64 }
/** The pause between two batches of fixes (features/tracking/intake). */
const EVERY_MS: Partial<Record<Kind, number>> = { fix: everyMs }
const isBatched: Readonly<Record<Kind, boolean>> = {
  entry: true,
  signup: true,
  list: false,
  result: false,
  fix: true,
  reads: true,
}

const REST_SECONDS = 10
const NOTHING_US = 5
const US = 1e6
/**
 * Splits a cost into the part for each call and the part for each batch. `alone` is the cost of a call that comes
 * alone, `full` is the cost of a call in a batch of `size` calls.
 */
const split = (alone: number, full: number, size: number) => {
  const each = size > 1 ? Math.max(0, (alone - full) / (1 - 1 / size)) : 0
  return { each, call: Math.max(0, alone - each) }
}

const median = (values: readonly number[]): number =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  )
/** Returns the cost of a kind of calls: the median of all rounds, because other work on the machine disturbs some. */
const costOf = (
  kind: Kind,
  alone: readonly Sent[],
  full: readonly Sent[],
  size: number,
  idle: MeasuredCosts['idle'],
): Cost => {
  const each = (rounds: readonly Sent[], value: (sent: Sent) => number) =>
    median(rounds.map((sent) => value(sent) / sent.calls))
  const of = (name: 'server' | 'database') =>
    [alone, full].map((rounds) => each(rounds, ({ used, seconds }) => used[name] * US - idle[name] * seconds)) as [
      number,
      number,
    ]
  const [serverAlone, serverFull] = of('server')
  const [databaseAlone, databaseFull] = of('database')
  // For a call that no batch writes, the whole difference between the two runs is the cost of waking a process that
  // sleeps between calls.
  const parts = isBatched[kind] ? size : Infinity
  const server = split(serverAlone, serverFull, parts)
  // After many writes the database also does work of its own, such as cleaning up. For a call that sends no query to
  // the database, the measurement leaves this work out.
  const database = databaseFull < NOTHING_US ? { call: 0, each: 0 } : split(databaseAlone, databaseFull, parts)
  const log = split(
    each(alone, ({ used }) => used.logged),
    each(full, ({ used }) => used.logged),
    parts,
  )
  const p50 = median(alone.flatMap(({ report }) => report.ms[kind] ?? []))
  const sender = each(full, ({ report }) => report.cpu * US)
  const worked = (serverAlone + databaseAlone + sender) / 1000
  return {
    server: server.call,
    database: database.call,
    each: { server: server.each, database: database.each, logged: log.each },
    wait_ms: Math.max(0, p50 - worked - (EVERY_MS[kind] ?? 0)),
    isBatched: isBatched[kind],
    every_ms: EVERY_MS[kind] ?? 0,
    sender,
    kept: each(full, ({ used }) => used.kept),
    logged: log.call,
    sent: each(full, ({ bytes }) => bytes),
  }
}
const rounded = (value: unknown): unknown => {
  if (typeof value === 'number') return Math.round(value * 100) / 100
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, rounded(inner)]))
}

/** Measures the cost of each kind of call on this machine, and writes it beside the model. */
export const measureCosts = async (scene: BigDayScene): Promise<MeasuredCosts> => {
  const found: Partial<Record<Kind, Cost>> = {}
  const all = (kind: Kind, n: number) => Array.from({ length: n }, () => ({ at: 0, kind }))
  const check = (kind: Kind, sent: Sent) => {
    const good = sent.report.codes[`${kind} 200`] ?? 0
    if (good !== sent.calls) throw new Error(`Not all calls were answered: ${JSON.stringify(sent.report.codes)}`)
  }
  const idle = await scene.rest(REST_SECONDS)
  say(`without calls: server ${idle.server.toFixed(0)} µs a second, database ${idle.database.toFixed(0)} µs`)
  for (const kind of kinds) {
    const many = CALLS[kind]
    await scene.send(all(kind, Math.ceil(many / 4)), { most: FULL[kind] })
    const [alone, full]: [Sent[], Sent[]] = [[], []]
    let [calls, batches] = [0, 0]
    for (let round = 0; round < ROUNDS; round++) {
      alone.push(await scene.send(arrivalsOf([{ kind, ...SPARSE }], round), { isChecked: false }))
      const before = await batchesSoFar()
      full.push(await scene.send(all(kind, many), { most: FULL[kind] }))
      batches += (await batchesSoFar()) - before
      calls += many
    }
    for (const sent of [...alone, ...full]) check(kind, sent)
    const size = batches > 0 ? calls / batches : 1
    found[kind] = costOf(kind, alone, full, size, idle)
    const { server, database, each, wait_ms } = found[kind]
    say(
      `${kind.padEnd(7)} server ${server.toFixed(0)} µs, database ${database.toFixed(0)} µs; each batch ${each.server.toFixed(0)} and ${each.database.toFixed(0)} µs, ${wait_ms.toFixed(1)} ms of waiting; ${size.toFixed(0)} in a batch; ${median(full.map((sent) => sent.calls / sent.seconds)).toFixed(0)}/s`,
    )
  }
  const [cpu] = cpus()
  const costs: MeasuredCosts = {
    measured: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} processors (${cpu?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB`,
    how: 'npm run bench -- bigday costs: each kind of call over HTTP on a durable database of its own, 30 a second and with up to 1,500 under way; processor time of the server process and of all processes of the database from the operating system',
    idle,
    calls: found as Record<Kind, Cost>,
    memory: scene.memory(),
  }
  writeFileSync(FILE, `${JSON.stringify(rounded(costs), null, 2)}\n`)
  return costs
}
