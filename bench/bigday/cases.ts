import {
  type Costs,
  type Layout,
  type Outcome,
  type Resource,
  type Stream,
  arrivalsOf,
  busiest,
  simulate,
} from './model.ts'

/** The kinds of calls on a big day. `entry` is a sign-up for a draw, `reads` are 20 chip reads of one reader. */
export const kinds = ['entry', 'signup', 'list', 'result', 'fix', 'reads'] as const
export type Kind = (typeof kinds)[number]
export type MeasuredCosts = {
  /** The day of the measurement, and the machine. */
  measured: string
  machine: string
  how: string
  calls: Costs<Kind>
  /** Microseconds of processors that a server and its database use in a second without a call. */
  idle: { server: number; database: number }
  /** Megabytes of a server process and of the database with its shared memory, and of one connection. */
  memory: { server: number; database: number; connection: number }
}

/**
 * A known big day. `streams` is the busiest part of the day. `calls` is the number of calls of the whole day, or of the
 * many days of a ballot, and decides the disk space. 99 of 100 calls must have their answer within `goal_ms`. `why`
 * says which numbers are known and which numbers are assumed.
 */
export type BigDay = {
  name: string
  why: string
  streams: readonly Stream<Kind>[]
  calls: Partial<Record<Kind, number>>
  goal_ms: number
}

const OPENING_SHARE = 0.1
export const days: readonly BigDay[] = [
  {
    name: 'an opening minute of 429,447 entrants',
    why: 'The number of entrants is known. Assumed: a tenth of them come in the first minute, most of them in its first 20 seconds.',
    streams: [
      { kind: 'entry', calls: 429_447 * OPENING_SHARE, seconds: 60, falls: 20 },
      { kind: 'list', calls: 2 * 429_447 * OPENING_SHARE, seconds: 60, falls: 20 },
    ],
    calls: { entry: 429_447, list: 2 * 429_447 },
    goal_ms: 10_000,
  },
  {
    name: '50,000 sign-ups in 7 minutes',
    why: 'Both numbers are known. Assumed: the rate falls to a third within 140 seconds, and each runner reads two lists.',
    streams: [
      { kind: 'signup', calls: 50_000, seconds: 420, falls: 140 },
      { kind: 'list', calls: 100_000, seconds: 420, falls: 140 },
    ],
    calls: { signup: 50_000, list: 100_000 },
    goal_ms: 2000,
  },
  {
    name: '1,133,813 entries of a ballot',
    why: 'The number of entries is known. Assumed: one in twenty comes in the last hour. The busiest ten minutes have a third of it.',
    streams: [{ kind: 'entry', calls: 1_133_813 / 60, seconds: 600 }],
    calls: { entry: 1_133_813, list: 2 * 1_133_813 },
    goal_ms: 1000,
  },
  {
    name: 'five million views of results in an evening',
    why: 'The views, and 57,800 requests in the busiest minute, are known. Assumed: seven of ten are single results. No cache in front.',
    streams: [
      { kind: 'result', calls: 0.7 * 57_800, seconds: 60 },
      { kind: 'list', calls: 0.3 * 57_800, seconds: 60 },
    ],
    calls: { result: 3_500_000, list: 1_500_000 },
    goal_ms: 500,
  },
  {
    name: 'the chip reads of 27,000 runners',
    why: 'The number of runners is known. Assumed: each chip is read twice at each of 8 points, and all cross the start within 15 minutes.',
    streams: [{ kind: 'reads', calls: (27_000 * 2) / 20, seconds: 900 }],
    calls: { reads: (27_000 * 2 * 8) / 20 },
    goal_ms: 2000,
  },
  {
    name: '30,000 positions every ten seconds',
    why: 'Both numbers are known. Assumed: the devices send for five hours.',
    streams: [{ kind: 'fix', calls: 30_000 * 6, seconds: 60 }],
    calls: { fix: 30_000 * 6 * 60 * 5 },
    goal_ms: 2000,
  },
]

/**
 * Shortens each stream to its first `most` seconds, and keeps the share `scale` of the calls in these seconds. A stream
 * whose calls become fewer (`falls`) has most of its calls at the beginning.
 */
const firstMinute = (
  streams: readonly Stream<Kind>[],
  scale: number,
  most = { falling: 60, even: 60 },
): Stream<Kind>[] =>
  streams.map(({ falls, ...stream }) => {
    const seconds = Math.min(stream.seconds, falls ? most.falling : most.even)
    const part = falls
      ? (1 - Math.exp(-seconds / falls)) / (1 - Math.exp(-stream.seconds / falls))
      : seconds / stream.seconds
    return { ...stream, calls: stream.calls * part * scale, seconds, ...(falls ? { falls } : {}) }
  })

/** Returns the parts of a run on this machine: the first minutes of the days, with fewer calls. */
export const runParts = (scale: number): { name: string; streams: Stream<Kind>[] }[] =>
  days
    // The ballot makes the same call as the opening minute, at a smaller rate, so it needs no run of its own.
    .filter(({ name }) => !name.includes('ballot'))
    .map(({ name, streams }) => ({ name, streams: firstMinute(streams, scale) }))

const SEED = 22
/** Seconds that a simulation covers. In an even stream all seconds are alike. */
const SIMULATED = { falling: 60, even: 15 }
const MOST_CORES = 64
/** Connections that a server process opens to the database. */
const POOL = 20
const isMet = (outcome: Outcome<Kind>, goal_ms: number): boolean =>
  Object.values(outcome.answers).every(({ p99 }) => p99 <= goal_ms)
const run = (day: BigDay, costs: Costs<Kind>, layout: Layout, factor = 1): Outcome<Kind> =>
  simulate(arrivalsOf(firstMinute(day.streams, factor, SIMULATED), SEED), costs, layout)
const layoutOf = (server: number, database: number): Layout => ({
  processes: server,
  cores: { server, database },
  pool: POOL,
})

const growing: readonly Resource[] = ['one process', 'database cores']
/**
 * The share of use at which a resource counts as used up. A batch also holds its lock while it waits for a process or a
 * core that is used up. So the lock counts only if no process and no core is used up.
 */
const USED_UP = 0.95
const firstIn = (busy: Outcome<Kind>['busy']): Resource =>
  growing.find((part) => busy[part] >= USED_UP) ?? busiest(busy, [...growing, 'the lock of an event'])

/** The largest multiple of the people that a search tries. The number of people doubles at each step. */
const MOST_TIMES = 4

/**
 * Finds the number of people at which the installation misses the goal, as a multiple of the people of the day. The
 * multiple is 2 or 4. If the installation meets the goal at both, `first` is null.
 */
const breakOf = (day: BigDay, costs: Costs<Kind>, layout: Layout): DayNeeds['breaks'] => {
  const at = (factor: number) => ({ factor, outcome: run(day, costs, layout, factor) })
  let failed = at(2)
  while (isMet(failed.outcome, day.goal_ms) && failed.factor < MOST_TIMES) failed = at(failed.factor * 2)
  return {
    factor: failed.factor,
    first: isMet(failed.outcome, day.goal_ms) ? null : firstIn(failed.outcome.busy),
  }
}

export type DayNeeds = {
  name: string
  why: string
  server: number
  database: number
  outcome: Outcome<Kind>
  /**
   * True if the search found no number of cores that meets the goal. Either the batches of one event, which run one
   * after another, take too long, or `MOST_CORES` are too few.
   */
  isOut: boolean
  /**
   * `first` is the part that fails first when more people come, and `factor` is the number of people at that point as a
   * multiple of the people of the day. `first` is null if no part fails.
   */
  breaks: { first: Resource | null; factor: number }
  /** Gigabytes of tables, of the log, of answers, and of memory. */
  gigabytes: { kept: number; logged: number; sent: number; memory: number }
}

/** Adds cores until a day meets its goal. Then the function finds the part that fails first when more people come. */
export const needsOf = (day: BigDay, { calls: costs, memory }: MeasuredCosts): DayNeeds => {
  let [server, database] = [1, 1]
  let outcome = run(day, costs, layoutOf(server, database))
  while (!isMet(outcome, day.goal_ms) && server + database < MOST_CORES) {
    if (busiest(outcome.busy) === 'the lock of an event' && outcome.busy['one process'] < 0.9) break
    if (busiest(outcome.busy, growing) === 'one process') server += 1
    else database += 1
    outcome = run(day, costs, layoutOf(server, database))
  }
  const isOut = !isMet(outcome, day.goal_ms)
  const sum = (of: 'kept' | 'logged' | 'sent') =>
    Object.entries(day.calls).reduce((all, [kind, n]) => all + n * costs[kind as Kind][of], 0) / 1e9
  return {
    name: day.name,
    why: day.why,
    server,
    database,
    outcome,
    isOut,
    breaks: breakOf(day, costs, layoutOf(server, database)),
    gigabytes: {
      kept: sum('kept'),
      logged: sum('logged'),
      sent: sum('sent'),
      memory: (server * memory.server + memory.database + server * POOL * memory.connection) / 1000,
    },
  }
}

/** The machine on which this model was developed: two processors for server, database and load generator. */
export const hereLayout: Layout = { processes: 1, cores: { server: 2, database: 2 }, pool: POOL, isOne: true }
export const predictRun = (scale: number, { calls, idle }: MeasuredCosts): { name: string; outcome: Outcome<Kind> }[] =>
  runParts(scale).map(({ name, streams }) => {
    const outcome = simulate(arrivalsOf(streams, SEED), calls, hereLayout)
    const rest = (us: number) => (us * outcome.seconds) / 1e6
    return {
      name,
      outcome: {
        ...outcome,
        server_s: outcome.server_s + rest(idle.server),
        database_s: outcome.database_s + rest(idle.database),
      },
    }
  })

/** Returns the error of a prediction as a share of the measured value. */
export const missOf = (predicted: number, measured: number): number =>
  measured === 0 ? (predicted === 0 ? 0 : 1) : Math.abs(predicted - measured) / measured
