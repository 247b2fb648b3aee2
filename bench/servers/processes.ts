import { cpus, loadavg } from 'node:os'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { RACE } from '#test/entrants.ts'
import { startServer } from '../ground/children.ts'
import { conclude, openAccounts, openGround, openLoad, quantile, say } from '../ground/ground.ts'
import { type ServerUse, databaseSeconds } from '../ground/processor.ts'
import { openSignups } from '../ground/signups.ts'

/**
 * Measures the processor time of a sign-up in one server process and in two, in turns, over one durable database. Two
 * processes get half of the calls each. All calls are for one event, whose row every batch locks, or half of them are
 * for a second event. Each sign-up has an account of its own. `npm run bench -- processes 2000` sends fewer calls.
 */
const CALLS = Number(process.argv[2] ?? 6000)
const ROUNDS = 3
const IN_FLIGHT = 256
const GOAL = { ratio: 1.15 }
const clock = { now: () => new Date(), set: () => undefined, advance: () => undefined }

type Server = Awaited<ReturnType<typeof startServer>>
/** `server` and `database` are microseconds of processor time for a call. `batch` is the number of calls in a batch. */
type Cost = { server: number; database: number; batch: number; perSecond: number; p99: number; exact: boolean }

const { parts, connection, postmaster, close } = await openGround()
const { db } = parts
const servers = await Promise.all([startServer(connection), startServer(connection)])
const usedBy = async (chosen: readonly Server[]): Promise<ServerUse> =>
  (await Promise.all(chosen.map(({ used }) => used()))).reduce((sum, one) => ({
    seconds: sum.seconds + one.seconds,
    batches: sum.batches + one.batches,
  }))

const placesIn = async (on: Db, events: readonly number[]): Promise<number> => {
  const { rows } = await sql<{ held: number }>`
    select count(distinct document_ix)::int as held from registrations
    where raceid = ${RACE} and eventid = any(${events}) and place_held`.execute(on)
  return rows[0]!.held
}

/** Sends the calls to the servers of `chosen`. `from` is the number of the first person. */
const rush = async (chosen: readonly Server[], events: readonly number[], from: number): Promise<Cost> => {
  const [count, sockets] = [CALLS / 2, IN_FLIGHT / 2]
  const loads = await Promise.all(
    [0, 1].map((half) =>
      openLoad({
        port: chosen[half % chosen.length]!.port,
        sockets,
        made: 'signup',
        raceid: RACE,
        eventid: events[half % events.length]!,
        from: from + half * count,
        count,
      }),
    ),
  )
  await sql`checkpoint`.execute(db)
  const [before, database] = [await usedBy(chosen), databaseSeconds(postmaster)]
  const began = performance.now()
  const reports = await Promise.all(loads.map(({ fire }) => fire()))
  const seconds = (performance.now() - began) / 1000
  const ms = reports.flatMap((report) => report.ms).toSorted((a, b) => a - b)
  const after = await usedBy(chosen)
  return {
    server: ((after.seconds - before.seconds) / CALLS) * 1e6,
    database: ((databaseSeconds(postmaster) - database) / CALLS) * 1e6,
    batch: CALLS / (after.batches - before.batches),
    perSecond: CALLS / seconds,
    p99: quantile(ms, 0.99),
    exact: (await placesIn(db, events)) === CALLS,
  }
}

const median = (numbers: readonly number[]): number =>
  quantile(
    numbers.toSorted((a, b) => a - b),
    0.5,
  )
const cases = [
  { name: 'one event, one process', processes: 1, events: 1 },
  { name: 'one event, two processes', processes: 2, events: 1 },
  { name: 'two events, one process', processes: 1, events: 2 },
  { name: 'two events, two processes', processes: 2, events: 2 },
] as const

try {
  say(`${cpus().length} cores, load ${loadavg()[0]!.toFixed(1)} before the run`)
  const runs = [...Array(ROUNDS + 1).keys()].flatMap((round) => cases.map((one) => ({ ...one, round })))
  const eventsOf = (at: number, { events }: (typeof runs)[number]) => [2 * at + 1, 2 * at + 2].slice(0, events)
  const places = Object.fromEntries(runs.flatMap((one, at) => eventsOf(at, one)).map((id) => [id, CALLS]))
  await openSignups(db, clock, places)
  await openAccounts(db, 0, runs.length * CALLS)
  await sql`vacuum analyze`.execute(db)
  const costs = new Map<string, Cost[]>()
  for (const [at, one] of runs.entries()) {
    const cost = await rush(servers.slice(0, one.processes), eventsOf(at, one), at * CALLS)
    // The first round warms up both processes.
    if (one.round > 0) costs.set(one.name, [...(costs.get(one.name) ?? []), cost])
  }
  const [aloneOne, bothOne, aloneTwo, bothTwo] = cases.map(({ name }) => {
    const all = costs.get(name)!
    const middle = (pick: (cost: Cost) => number) => median(all.map(pick))
    const cost = {
      server: middle((one) => one.server),
      database: middle((one) => one.database),
      batch: middle((one) => one.batch),
      perSecond: middle((one) => one.perSecond),
      p99: middle((one) => one.p99),
      exact: all.every(({ exact }) => exact),
    }
    say(
      `${name.padEnd(27)} ${cost.perSecond.toFixed(0)}/s   p99 ${cost.p99.toFixed(0)} ms   server ${cost.server.toFixed(0)} µs, database ${cost.database.toFixed(0)} µs of processor per call, ${cost.batch.toFixed(0)} calls in a batch${cost.exact ? '' : '   NOT EXACT'}`,
    )
    return cost
  }) as [Cost, Cost, Cost, Cost]
  const [one, two] = [bothOne.server / aloneOne.server, bothTwo.server / aloneTwo.server]
  say(
    `two processes cost ${one.toFixed(2)} times as much on one event, ${two.toFixed(2)} times on two (goal ${GOAL.ratio})`,
  )
  const exact = [aloneOne, bothOne, aloneTwo, bothTwo].every((cost) => cost.exact)
  conclude({
    name: 'processes',
    ratio_one_event: one,
    ratio_two_events: two,
    database_ratio_one_event: bothOne.database / aloneOne.database,
    server_us_per_call: aloneOne.server,
    exact,
    reached: exact && one <= GOAL.ratio && two <= GOAL.ratio,
  })
  if (!exact) process.exitCode = 1
} finally {
  await Promise.all(servers.map((server) => server.close()))
  await close()
}
