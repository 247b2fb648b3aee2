import { chanceFrom } from '#tools/demo/chance.ts'
import { queueOf, timetable } from './queues.ts'

/**
 * A simulation of an installation on a big day. The same seed always gives the same outcome.
 *
 * A server process has one thread, which works on one call at a time. The thread works on a waiting batch before it
 * begins new calls. The processors of a machine share their work in slices, as an operating system does. A call that
 * reads holds one connection of its process. A batch takes a connection and the lock of its event, and the batches of
 * one event follow each other, also those of several processes.
 */

/** The measured cost of one kind of call. Times of processors are in microseconds. */
export type Cost = {
  server: number
  database: number
  /** The cost of each batch, however many calls the batch has. */
  each: { server: number; database: number; logged: number }
  /**
   * The further cost of a call after a pause of its process, for each pause of `WAKING_MS`. The process must wake up,
   * other work has filled the caches of the processor, and fewer kept answers are still new enough.
   */
  wake: { server: readonly number[]; database: readonly number[] }
  /** The milliseconds for which a call holds connections outside of its batch or its read. */
  hold_ms: number
  /**
   * The milliseconds in which a batch or a read waits for the disk and for the network to the database, without a
   * processor.
   */
  wait_ms: number
  isBatched: boolean
  /** The number of queues of a process that collect batches side by side. A call goes to the next queue in turn. */
  queues: number
  /** The shortest time between the beginnings of two batches of a queue. */
  every_ms: number
  /** The processor time of the load generator for a call, if it works on the same machine. */
  sender: number
  /** Bytes that stay in the tables, bytes in the log of the database, and bytes of the answer. */
  kept: number
  logged: number
  sent: number
}
export type Costs<Kind extends string> = Readonly<Record<Kind, Cost>>
export type Arrival<Kind extends string> = { at: number; kind: Kind }
/**
 * `cores` are the numbers of cores of the servers and of the database. With `isOne` the servers, the database and the
 * load generator share the cores of the first number. `pool` is the number of connections of a process.
 */
export type Layout = { processes: number; cores: { server: number; database: number }; pool: number; isOne?: boolean }

/** The pauses for which the cost of waking is measured. Between two of them the cost grows evenly. */
export const WAKING_MS = [4, 11, 33] as const
const wakeOf = (costs: readonly number[], pause: number): number => {
  const after = WAKING_MS.findIndex((ms) => pause <= ms)
  if (after < 0) return costs.at(-1) ?? 0
  const [from, cost] = after === 0 ? [0, 0] : [WAKING_MS[after - 1]!, costs[after - 1]!]
  return cost + ((costs[after]! - cost) * (pause - from)) / (WAKING_MS[after]! - from)
}

type Job = { us: number; done: () => void }
const SLICE_US = 1000
/** The share of a call's work on the server that comes before its batch or its read. */
const BEFORE = 0.7
const MOST_IN_BATCH = 500

const WINDOW_MS = 5000
/** Makes a record that adds up work in windows of five seconds, in microseconds. */
const newUse = () => {
  const windows: number[] = []
  return {
    windows,
    add: (at: number, us: number) => {
      const window = Math.floor(at / WINDOW_MS)
      windows[window] = (windows[window] ?? 0) + us
    },
  }
}
type Use = ReturnType<typeof newUse>
const total = ({ windows }: Use) => windows.reduce((sum, us) => sum + (us ?? 0), 0)
const peakOf = ({ windows }: Use, places: number) =>
  Math.max(0, ...Array.from(windows, (us) => (us ?? 0) / (places * WINDOW_MS * 1000)))

export type Outcome<Kind extends string> = {
  /** Seconds of processors. */
  server_s: number
  database_s: number
  /** Milliseconds from arrival to answer, by kind. */
  answers: Partial<Record<Kind, { n: number; p50: number; p99: number }>>
  /** The most calls that wait for an answer at one moment. */
  inFlight: number
  /** The connections in use, as the mean of the five seconds with the most. */
  connections: number
  /** Seconds from the first arrival to the last answer. */
  seconds: number
  kept: number
  logged: number
  sent: number
  /** The use of each resource in its busiest five seconds, from 0 to 1. 1 means that the resource has no free time. */
  busy: Record<Resource, number>
}
export const resources = ['server cores', 'database cores', 'one process', 'the lock of an event'] as const
export type Resource = (typeof resources)[number]

const quantile = (sorted: readonly number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0

/** Makes `count` processors, which work on the waiting jobs in short slices. */
const coresOf = (count: number, clock: { now: number }, add: (at: number, run: () => void) => void) => {
  const use = newUse()
  const waiting = queueOf<Job>()
  let busy = 0
  const slice = (job: Job) => {
    const us = Math.min(job.us, SLICE_US)
    use.add(clock.now, us)
    add(clock.now + us / 1000, () => {
      const left = job.us - us
      if (left > 0 && waiting.size() === 0) return slice({ us: left, done: job.done })
      if (left > 0) waiting.push({ us: left, done: job.done })
      const next = waiting.shift()
      if (next) slice(next)
      else busy -= 1
      if (left <= 0) job.done()
    })
  }
  const run = (us: number, done: () => void) => {
    if (us <= 0) return done()
    if (busy >= count) return void waiting.push({ us, done })
    busy += 1
    slice({ us, done })
  }
  return { run, use, isIdle: () => busy === 0 }
}
type Cores = ReturnType<typeof coresOf>

/** Makes a lock that `count` callers can hold at the same time. Callers get the lock in the order of their calls. */
const placesOf = (count: number) => {
  const waiting = queueOf<() => void>()
  let taken = 0
  return {
    take: (then: () => void) => {
      if (taken >= count) return void waiting.push(then)
      taken += 1
      then()
    },
    give: () => {
      const next = waiting.shift()
      if (next) next()
      else taken -= 1
    },
  }
}

/** Returns the one thread of a server process. Urgent work goes first: the work for batches and for answers. */
const threadOf = (cores: Cores, clock: { now: number }) => {
  const [urgent, others] = [queueOf<Job>(), queueOf<Job>()]
  const use = newUse()
  let isBusy = false
  let idleSince = -Infinity
  const next = () => {
    const job = urgent.shift() ?? others.shift()
    isBusy = job !== undefined
    if (!job) return void (idleSince = clock.now)
    use.add(clock.now, job.us)
    cores.run(job.us, () => {
      job.done()
      next()
    })
  }
  return {
    use,
    /** Returns the milliseconds since the thread ran out of work, or 0 while it works. */
    pause: () => (isBusy ? 0 : clock.now - idleSince),
    run: (us: number, done: () => void, isUrgent = false) => {
      ;(isUrgent ? urgent : others).push({ us, done })
      if (!isBusy) next()
    },
  }
}

/** A call that waits for a batch, with the cost of waking the database for it. */
type Waiting = { answered: () => void; waking: number }
type Queue = { waiting: Waiting[]; isRunning: boolean; notBefore: number }

/** Makes the processes, the processors and the locks of an installation, and measures the use of each resource. */
const openInstallation = <Kind extends string>(costs: Costs<Kind>, layout: Layout) => {
  const clock = { now: 0 }
  const table = timetable()
  const serverCores = coresOf(layout.cores.server, clock, table.add)
  const databaseCores = layout.isOne ? serverCores : coresOf(layout.cores.database, clock, table.add)
  const uses = { server: newUse(), database: newUse(), lock: newUse(), connections: newUse() }
  const locks = new Map<Kind, ReturnType<typeof placesOf>>()
  const processes = Array.from({ length: layout.processes }, () => ({
    thread: threadOf(serverCores, clock),
    pool: placesOf(layout.pool),
    batches: new Map<Kind, { queues: Queue[]; next: number }>(),
  }))
  return {
    costs,
    clock,
    table,
    serverCores,
    databaseCores,
    uses,
    processes,
    lockOf: (kind: Kind) => {
      let lock = locks.get(kind)
      if (!lock) locks.set(kind, (lock = placesOf(1)))
      return lock
    },
    onServer: ({ thread }: (typeof processes)[number], us: number, done: () => void, isUrgent = false) => {
      uses.server.add(clock.now, us)
      thread.run(us, done, isUrgent)
    },
    onDatabase: (us: number, done: () => void) => {
      uses.database.add(clock.now, us)
      databaseCores.run(us, done)
    },
    /** Bytes that batches write into the log, in addition to the bytes of their calls. */
    logged: 0,
  }
}
type Installation<Kind extends string> = ReturnType<typeof openInstallation<Kind>>
type Process<Kind extends string> = Installation<Kind>['processes'][number]

const runBatch = <Kind extends string>(
  all: Installation<Kind>,
  process: Process<Kind>,
  kind: Kind,
  queue: Queue,
): void => {
  const { clock, table, uses } = all
  const cost = all.costs[kind]
  queue.isRunning = queue.waiting.length > 0
  if (!queue.isRunning) return
  if (queue.notBefore > clock.now) return table.add(queue.notBefore, () => runBatch(all, process, kind, queue))
  queue.notBefore = clock.now + cost.every_ms
  const batch = queue.waiting.splice(0, MOST_IN_BATCH)
  all.logged += cost.each.logged
  const lock = all.lockOf(kind)
  process.pool.take(() => {
    const held = clock.now
    lock.take(() => {
      const began = clock.now
      const finish = () => {
        uses.lock.add(began, (clock.now - began) * 1000)
        uses.connections.add(held, (clock.now - held) * 1000)
        lock.give()
        process.pool.give()
        for (const { answered } of batch) answered()
        runBatch(all, process, kind, queue)
      }
      const server = cost.each.server + batch.length * cost.server * (1 - BEFORE)
      const woken = batch.reduce((sum, { waking }) => sum + waking, 0)
      const database = cost.each.database + batch.length * cost.database + woken
      const write = () => all.onDatabase(database, () => table.add(clock.now + cost.wait_ms, finish))
      all.onServer(process, server, write, true)
    })
  })
}
const enter = <Kind extends string>(
  all: Installation<Kind>,
  process: Process<Kind>,
  kind: Kind,
  waiting: Waiting,
): void => {
  let own = process.batches.get(kind)
  if (!own) {
    const queues = Array.from({ length: all.costs[kind].queues }, () => ({
      waiting: [],
      isRunning: false,
      notBefore: 0,
    }))
    process.batches.set(kind, (own = { queues, next: 0 }))
  }
  const queue = own.queues[own.next++ % own.queues.length]!
  queue.waiting.push(waiting)
  if (!queue.isRunning) runBatch(all, process, kind, queue)
}
const read = <Kind extends string>(
  all: Installation<Kind>,
  process: Process<Kind>,
  kind: Kind,
  { answered, waking }: Waiting,
): void => {
  const { clock, table, uses } = all
  const cost = all.costs[kind]
  const database = cost.database + waking
  const finish = () => all.onServer(process, cost.server * (1 - BEFORE), answered, true)
  if (database === 0) return table.add(clock.now + cost.wait_ms, finish)
  process.pool.take(() => {
    const held = clock.now
    all.onDatabase(database, () =>
      table.add(clock.now + cost.wait_ms, () => {
        uses.connections.add(held, (clock.now - held) * 1000)
        process.pool.give()
        finish()
      }),
    )
  })
}

/** The times of the answers, and the most calls under way at one moment. */
type Answers<Kind extends string> = {
  ms: Partial<Record<Kind, number[]>>
  inFlight: number
  most: number
  last: number
}
const runAll = <Kind extends string>(
  all: Installation<Kind>,
  arrivals: readonly Arrival<Kind>[],
  isOne: boolean,
): Answers<Kind> => {
  const { clock, table, processes } = all
  const answers: Answers<Kind> = { ms: {}, inFlight: 0, most: 0, last: 0 }
  for (const [n, { at, kind }] of arrivals.entries())
    table.add(at, () => {
      const cost = all.costs[kind]
      const process = processes[n % processes.length]!
      answers.most = Math.max(answers.most, (answers.inFlight += 1))
      const answered = () => {
        ;(answers.ms[kind] ??= []).push(clock.now - at)
        answers.inFlight -= 1
        answers.last = clock.now
      }
      const pause = process.thread.pause()
      all.uses.connections.add(at, cost.hold_ms * 1000)
      const waiting = { answered, waking: wakeOf(cost.wake.database, pause) }
      const arrive = () =>
        all.onServer(process, cost.server * BEFORE + wakeOf(cost.wake.server, pause), () =>
          (cost.isBatched ? enter : read)(all, process, kind, waiting),
        )
      if (isOne) all.serverCores.run(cost.sender, arrive)
      else arrive()
    })
  for (let event = table.take(); event; event = table.take()) {
    clock.now = event.at
    event.run()
  }
  return answers
}

export const simulate = <Kind extends string>(
  arrivals: readonly Arrival<Kind>[],
  costs: Costs<Kind>,
  layout: Layout,
): Outcome<Kind> => {
  const all = openInstallation(costs, layout)
  const { ms, most, last } = runAll(all, arrivals, layout.isOne ?? false)
  const { uses, processes, serverCores, databaseCores } = all
  const sum = (of: (cost: Cost) => number) => arrivals.reduce((sofar, { kind }) => sofar + of(costs[kind]), 0)
  const answers: Outcome<Kind>['answers'] = {}
  for (const kind of Object.keys(ms) as Kind[]) {
    const sorted = ms[kind]!.toSorted((a, b) => a - b)
    answers[kind] = { n: sorted.length, p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) }
  }
  return {
    server_s: total(uses.server) / 1e6,
    database_s: total(uses.database) / 1e6,
    answers,
    inFlight: most,
    connections: peakOf(uses.connections, 1),
    seconds: (last - (arrivals[0]?.at ?? 0)) / 1000,
    kept: sum(({ kept }) => kept),
    logged: all.logged + sum(({ logged }) => logged),
    sent: sum(({ sent }) => sent),
    busy: {
      'server cores': peakOf(serverCores.use, layout.cores.server),
      'database cores': peakOf(databaseCores.use, layout.isOne ? layout.cores.server : layout.cores.database),
      'one process': Math.max(...processes.map(({ thread }) => peakOf(thread.use, 1))),
      'the lock of an event': peakOf(uses.lock, 1),
    },
  }
}

/**
 * Calls of one kind over a time. With `falls` most calls come at the start, and the rate of calls falls to 1/e (about
 * 37 %) within `falls` seconds. Without `falls` the calls come evenly.
 */
export type Stream<Kind extends string> = { kind: Kind; calls: number; seconds: number; falls?: number }
/**
 * Returns the arrivals of streams that begin together. The moments are random, because people come independently of
 * each other.
 */
export const arrivalsOf = <Kind extends string>(streams: readonly Stream<Kind>[], seed: number): Arrival<Kind>[] => {
  const { next } = chanceFrom(seed)
  return streams
    .flatMap(({ kind, calls, seconds, falls }) =>
      Array.from({ length: Math.round(calls) }, () => {
        const part = next()
        const at = falls ? -falls * Math.log(1 - part * (1 - Math.exp(-seconds / falls))) : part * seconds
        return { at: at * 1000, kind }
      }),
    )
    .toSorted((a, b) => a.at - b.at)
}

export const busiest = (busy: Outcome<string>['busy'], of: readonly Resource[] = resources): Resource =>
  of.reduce((one, other) => (busy[other] > busy[one] ? other : one))
