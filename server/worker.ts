import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { run } from 'graphile-worker'
import type { Runner, TaskList, WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import { poolOf } from '#db/db.ts'
import type { Job, Sweep } from '#db/jobs.ts'
import { silent } from '#db/silent.ts'
import type { Parts } from './answer.ts'

export type WorkerOptions = {
  jobs: readonly Job<Parts>[]
  sweeps?: readonly Sweep<Parts>[]
  /** Jobs run at once in this process. */
  concurrency?: number
  /** Told what went wrong; never the payload. */
  onError?: (what: string, error: unknown) => void
  /** Between two looks for jobs that nobody announced (their time has come, or a retry). */
  pollMs?: number
}

export type Worker = { stop: () => Promise<void> }

const lockText = `hashtextextended($1, 0)`

/**
 * A connection of its own, whose end (also by kill -9) frees what it holds at once. It says which runners are alive and lets
 * only one server at a time run a sweep.
 */
const openHold = (parts: Parts) => {
  let client: pg.PoolClient | undefined
  const connect = async (): Promise<pg.PoolClient> => {
    if (client) return client
    const fresh = await poolOf(parts.db).connect()
    const drop = () => {
      if (client !== fresh) return
      client = undefined
      // Or the pool would wait for it for ever when it is closed.
      fresh.release(true)
    }
    fresh.once('error', drop)
    fresh.once('end', drop)
    client = fresh
    return fresh
  }
  // One question at a time: a connection takes no more.
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
      // Closed rather than given back, or the pool would keep the locks.
      const held = client
      client = undefined
      held?.release(true)
    },
  }
}
type Hold = ReturnType<typeof openHold>

const runnerName = (id: string) => `startline runner ${id}`

/**
 * A killed server leaves its jobs marked as taken, and the runner would wait four hours for it. Whoever is alive holds a lock
 * under the runner's name; the jobs of all others are free again.
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

const tasksOf = (parts: Parts, jobs: readonly Job<Parts>[]): TaskList => {
  const names = jobs.map(({ name }) => name)
  const twice = names.find((name, place) => names.indexOf(name) !== place)
  if (twice) throw new Error(`Two jobs are named ${twice}`)
  return Object.fromEntries(
    jobs.map((job) => [job.name, (payload: unknown) => job.run(payload, { ...parts, now: parts.clock() })]),
  )
}

/** Runs every room's jobs and sweeps until `stop`, which lets those under way finish. */
export const startWorker = async (parts: Parts, options: WorkerOptions): Promise<Worker> => {
  const { jobs, sweeps = [], concurrency = 4, onError = () => undefined, pollMs = 1000 } = options
  const hold = openHold(parts)
  const taskList = tasksOf(parts, jobs)
  const crontab = jobs
    .filter(({ cron }) => cron)
    .map(({ name, cron }) => `${cron} ${name}`)
    .join('\n')
  let stopping = false
  let runner: Runner | undefined
  let mine: string | undefined

  const start = async (): Promise<Runner> => {
    const events: WorkerEvents = new EventEmitter()
    events.on('pool:create', ({ workerPool }) => {
      mine = workerPool.id
    })
    events.on('job:error', ({ job, error }) => onError(`the job ${job.task_identifier} (try ${job.attempts})`, error))
    const started = await run({
      pgPool: poolOf(parts.db),
      taskList,
      crontab,
      concurrency,
      events,
      noHandleSignals: true,
      logger: silent,
      pollInterval: pollMs,
      // Few at a time, as jobs waiting in this process's own queue are out of every other's reach.
      preset: { worker: { localQueue: { size: concurrency * 4, refetchDelay: { durationMs: 20 } } } },
    })
    if (mine) await hold.hold(runnerName(mine))
    return started
  }

  runner = await start()
  await freeJobsOfTheDead(parts, hold, mine)

  // A database that goes away ends the runner for good; it is started again when the database is back.
  const keepRunning = async () => {
    while (!stopping) {
      await runner?.promise.catch((error: unknown) => {
        if (!stopping) onError('the job runner', error)
      })
      if (stopping) return
      await wait(500)
      runner = await start().catch((error: unknown) => {
        onError('the job runner', error)
        return undefined
      })
    }
  }
  const running = keepRunning()

  const own: Sweep<Parts> = {
    name: 'jobs_of_the_dead',
    everySeconds: 5,
    run: async () => {
      if (mine) await hold.hold(runnerName(mine))
      await freeJobsOfTheDead(parts, hold, mine)
    },
  }
  const ended = new AbortController()
  const rounds = [own, ...sweeps].map((sweep) => goRound(parts, hold, sweep, ended.signal, onError))
  return {
    stop: async () => {
      stopping = true
      ended.abort()
      await runner?.stop().catch(() => undefined)
      await Promise.allSettled([running, ...rounds])
      hold.close()
    },
  }
}

/** Repeats one sweep; where another server is at it, this one lets the turn pass. */
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
        await sweep.run({ ...parts, now: parts.clock() })
      } finally {
        await hold.free(name)
      }
    } catch (error) {
      if (!signal.aborted) onError(`the sweep ${sweep.name}`, error)
    }
  }
}
