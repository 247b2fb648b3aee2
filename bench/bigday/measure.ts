import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { everyMs } from '#features/tracking/intake/intake.service.ts'
import { quantile, say } from '../ground/ground.ts'
import { batchesSoFar } from '../ground/batches.ts'
import { type Kind, type MeasuredCosts, kinds } from './cases.ts'
import type { Cost } from './model.ts'
import type { BigDayScene, Sent } from './scene.ts'

const FILE = join(import.meta.dirname, 'costs.json')
export const readCosts = (): MeasuredCosts => JSON.parse(readFileSync(FILE, 'utf8')) as MeasuredCosts

/** The number of calls of each kind one after another, and of those that fill the server. */
const CALLS: Readonly<Record<Kind, readonly [number, number]>> = {
  entry: [150, 3000],
  signup: [150, 3000],
  list: [1000, 10_000],
  result: [600, 5000],
  fix: [20, 12_000],
  reads: [150, 1500],
}
const ROUNDS = 5
/** Calls under way that fill the server. Fixes wait for a batch, so that more of them are under way. */
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

const US = 1e6
/** The part that a value has with each call, and the part that it has with each batch, from two runs. */
const split = (alone: number, full: number, size: number) => {
  const each = size > 1 ? Math.max(0, (alone - full) / (1 - 1 / size)) : 0
  return { each, call: Math.max(0, alone - each) }
}

const median = (values: readonly number[]): number =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  )
/** Other work on the machine disturbs some rounds, so the cost is the median of all rounds. */
const costOf = (kind: Kind, alone: readonly Sent[], full: readonly Sent[], size: number): Cost => {
  const each = (rounds: readonly Sent[], value: (sent: Sent) => number) =>
    median(rounds.map((sent) => value(sent) / sent.calls))
  const of = (value: (sent: Sent) => number) => [each(alone, value), each(full, value)] as const
  const [serverAlone, serverFull] = of(({ used }) => used.server * US)
  const [databaseAlone, databaseFull] = of(({ used }) => used.database * US)
  // A call that is written in no batch has the whole difference where its process sleeps.
  const parts = isBatched[kind] ? size : Infinity
  const [server, database] = [split(serverAlone, serverFull, parts), split(databaseAlone, databaseFull, parts)]
  const p50 = median(alone.flatMap(({ report }) => report.ms[kind] ?? []))
  const sender = each(full, ({ report }) => report.cpu * US)
  const worked = (serverAlone + databaseAlone + sender) / 1000
  return {
    server: server.call,
    database: database.call,
    each: { server: server.each, database: database.each },
    wait_ms: Math.max(0, p50 - worked - (EVERY_MS[kind] ?? 0)),
    isBatched: isBatched[kind],
    every_ms: EVERY_MS[kind] ?? 0,
    sender,
    kept: each(full, ({ used }) => used.kept),
    logged: each(full, ({ used }) => used.logged),
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
  for (const kind of kinds) {
    const [few, many] = CALLS[kind]
    await scene.send(all(kind, Math.ceil(many / 4)), FULL[kind])
    const [alone, full]: [Sent[], Sent[]] = [[], []]
    let [calls, batches] = [0, 0]
    for (let round = 0; round < ROUNDS; round++) {
      alone.push(await scene.send(all(kind, few), 1))
      const before = await batchesSoFar()
      full.push(await scene.send(all(kind, many), FULL[kind]))
      batches += (await batchesSoFar()) - before
      calls += many
    }
    for (const sent of [...alone, ...full]) check(kind, sent)
    const size = batches > 0 ? calls / batches : 1
    found[kind] = costOf(kind, alone, full, size)
    const { server, database, each, wait_ms } = found[kind]
    say(
      `${kind.padEnd(7)} server ${server.toFixed(0)} µs, database ${database.toFixed(0)} µs; each batch ${each.server.toFixed(0)} and ${each.database.toFixed(0)} µs, ${wait_ms.toFixed(1)} ms of waiting; ${size.toFixed(0)} in a batch; ${median(full.map((sent) => sent.calls / sent.seconds)).toFixed(0)}/s`,
    )
  }
  const [cpu] = cpus()
  const costs: MeasuredCosts = {
    measured: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} processors (${cpu?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB`,
    how: 'npm run bench -- bigday costs: each kind of call over HTTP on a durable database of its own, one after another and with up to 1,500 under way; processor time of the server process and of all processes of the database from the operating system',
    calls: found as Record<Kind, Cost>,
    memory: scene.memory(),
  }
  writeFileSync(FILE, `${JSON.stringify(rounded(costs), null, 2)}\n`)
  return costs
}
