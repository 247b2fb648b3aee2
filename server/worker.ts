import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { run } from 'graphile-worker'
import type { Runner, TaskList, WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import { poolOf } from '#db/db.ts'
import { measuredJob } from '#db/measures.ts'
import type { Job, Sweep } from '#db/jobs/jobs.ts'
import { silent } from '#db/silent.ts'
import type { Parts } from '#seam/server/handle.ts'

export type WorkerOptions = {
  jobs: readonly Job<Parts>[]
  sweeps?: readonly Sweep<Parts>[]
  /** The number of jobs that run at once in this process. */
  concurrency?: number
  /** Receives an error's text, never the payload. */
  onError?: (what: string, error: unknown) => void
  /** The time between two searches for jobs that nobody announced, such as retries, and jobs whose time has come. */
  pollMs?: number
}

export type Worker = { stop: () => Promise<void> }

const lockText = `hashtextextended($1, 0)`

/**
 * Opens a database connection that holds locks. When the connection ends, also by kill -9, PostgreSQL releases the
 * locks at once. The locks show which job runners are alive and let only one server at a time run a sweep.
 */
const openHold = (parts: Parts) => {
  let client: pg.PoolClient | undefined
  const connect = async (): Promise<pg.PoolClient> => {
    if (client) return client
    const fresh = await poolOf(parts.db).connect()
    const drop = () => {
      if (client !== fresh) return
      client = undefined
      // The lost connection leaves the pool. Otherwise the pool would wait for this connection for ever when the pool
      // closes.
      fresh.release(true)
    }
    fresh.once('error', drop)
    fresh.once('end', drop)
    client = fresh
    return fresh
  }
  // The connection takes only one query at a time, so each query waits for the query before it.
  let last: Promise<unknown> = Promise.resolve()
  const ask = (text: string, name: string): Promise<boolean> => {
    const answered = last.then(async () => {
      const { rows } = await (await connect()).query<{ held: boolean }>(text, [name])
      return rows[0]?.held ?? false
    })
    last = answered.catch(() => undefined)
    return answered
  }
  return {
    hold: (name: string) => ask(`select pg_try_advisory_lock(${lockText}) as held`, name),
    free: (name: string) => ask(`select pg_advisory_unlock(${lockText}) as held`, name),
    close: () => {
      // The connection is closed and does not return to the pool. An open connection in the pool would keep the locks.
      const held = client
      client = undefined
      held?.release(true)
    },
  }
}
type Hold = ReturnType<typeof openHold>

const runnerName = (id: string) => `startline runner ${id}`

/**
 * Frees the jobs of killed servers. Without this function, these jobs would begin again only after four hours. Each
 * live job runner holds a lock under its name.
 */
const freeJobsOfTheDead = async (parts: Parts, hold: Hold, mine: string | undefined): Promise<void> => {
  const pool = poolOf(parts.db)
  const { rows } = await pool.query<{ id: string }>(
    'select distinct locked_by as id from graphile_worker.jobs where locked_by is not null',
  )
  for (const { id } of rows) {
    if (id === mine || !(await hold.hold(runnerName(id)))) continue
    await pool.query('select graphile_worker.force_unlock_workers($1)', [[id]])
    await hold.free(runnerName(id))
  }
}

/**
 * The number of tries to reach a database that starts again. `LOOK_MS` is the pause between two tries, in milliseconds.
 */
const LOOKS = 300
const LOOK_MS = 100
/**
 * Waits until the database answers, but at most for LOOKS tries. The job runner records a failed job at once. If the
 * database is gone at that moment, the error of this write ends the process.
 */
const untilAnswered = async (parts: Parts): Promise<void> => {
  for (let look = 0; look < LOOKS; look++) {
    const answered = await poolOf(parts.db)
      .query('select 1')
      .catch(() => undefined)
    if (answered) return
    await wait(LOOK_MS)
  }
}
const runJob = async (parts: Parts, job: Job<Parts>, payload: unknown): Promise<void> => {
  try {
    await measuredJob(job.name, () => job.run(payload, { ...parts, now: parts.clock() }))
  } catch (error) {
    await untilAnswered(parts)
    throw error
  }
}

const tasksOf = (parts: Parts, jobs: readonly Job<Parts>[]): TaskList => {
  const names = jobs.map(({ name }) => name)
  const twice = names.find((name, place) => names.indexOf(name) !== place)
  if (twice) throw new Error(`Two jobs are named ${twice}`)
  return Object.fromEntries(jobs.map((job) => [job.name, (payload: unknown) => runJob(parts, job, payload)]))
}

/** The job runner of this process. `id` is its name among the job runners of all servers, once it has a name. */
type Running = { parts: Parts; hold: Hold; options: Required<WorkerOptions>; id: string | undefined; stopping: boolean }

const startRunner = async (running: Running): Promise<Runner> => {
  const { parts, hold } = running
  const { jobs, concurrency, onError, pollMs } = running.options
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => {
    running.id = workerPool.id
  })
  events.on('job:error', ({ job, error }) => onError(`the job ${job.task_identifier} (try ${job.attempts})`, error))
  const started = await run({
    pgPool: poolOf(parts.db),
    taskList: tasksOf(parts, jobs),
    crontab: jobs
      .filter(({ cron }) => cron)
      .map(({ name, cron }) => `${cron} ${name}`)
      .join('\n'),
    concurrency,
    events,
    noHandleSignals: true,
    logger: silent,
    pollInterval: pollMs,
    // The job runner takes few jobs at a time, because no other server can take jobs that wait in this process's own
    // queue.
    preset: { worker: { localQueue: { size: concurrency * 4, refetchDelay: { durationMs: 20 } } } },
  })
  if (running.id) await hold.hold(runnerName(running.id))
  return started
}

/** Starts the job runner again after a lost database, because the loss of the database ends the job runner. */
const keepRunning = (running: Running, first: Runner): { stop: () => Promise<void>; ended: Promise<void> } => {
  const { onError } = running.options
  let runner: Runner | undefined = first
  const again = async () => {
    while (!running.stopping) {
      await runner?.promise.catch((error: unknown) => {
        if (!running.stopping) onError('the job runner', error)
      })
      if (running.stopping) return
      await wait(500)
      runner = await startRunner(running).catch((error: unknown) => {
        onError('the job runner', error)
        return undefined
      })
    }
  }
  return { stop: async () => runner?.stop().catch(() => undefined), ended: again() }
}

/** Runs the jobs and sweeps of every room until `stop`. `stop` lets running jobs finish. */
export const startWorker = async (parts: Parts, given: WorkerOptions): Promise<Worker> => {
  const options = { sweeps: [], concurrency: 4, onError: () => undefined, pollMs: 1000, ...given }
  const hold = openHold(parts)
  const running: Running = { parts, hold, options, id: undefined, stopping: false }
  const first = await startRunner(running)
  await freeJobsOfTheDead(parts, hold, running.id)
  const runner = keepRunning(running, first)
  const own: Sweep<Parts> = {
    name: 'jobs_of_the_dead',
    everySeconds: 5,
    run: async () => {
      if (running.id) await hold.hold(runnerName(running.id))
      await freeJobsOfTheDead(parts, hold, running.id)
    },
  }
  const ended = new AbortController()
  const rounds = [own, ...options.sweeps].map((sweep) => goRound(parts, hold, sweep, ended.signal, options.onError))
  return {
    stop: async () => {
      running.stopping = true
      ended.abort()
      await runner.stop()
      await Promise.allSettled([runner.ended, ...rounds])
      hold.close()
    },
  }
}

/** Repeats one sweep. While another server runs the sweep, this server waits for the next time. */
const goRound = async (
  parts: Parts,
  hold: Hold,
  sweep: Sweep<Parts>,
  signal: AbortSignal,
  onError: (what: string, error: unknown) => void,
): Promise<void> => {
  const name = `startline sweep ${sweep.name}`
  while (!signal.aborted) {
    try {
      await wait(sweep.everySeconds * 1000, undefined, { signal })
    } catch {
      return
    }
    try {
      if (!(await hold.hold(name))) continue
      try {
        await measuredJob(sweep.name, () => sweep.run({ ...parts, now: parts.clock() }))
      } finally {
        await hold.free(name)
      }
    } catch (error) {
      if (!signal.aborted) onError(`the sweep ${sweep.name}`, error)
    }
  }
}
