import { Counter, Gauge, Histogram } from 'prom-client'
import type pg from 'pg'
import { traced, tracedService } from './tracing/tracing.ts'

/**
 * The numbers that `/metrics` shows (docs/operate.md, Metrics). Labels hold paths of the contract, names of jobs,
 * vendors and refusals, and never a value of a caller. Nothing is counted until `startMeasuring`.
 */
let measuring = false
export const startMeasuring = (): void => void (measuring = true)
export const stopMeasuring = (): void => void (measuring = false)

const CALL_SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const SERVICE_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 30]

const calls = new Histogram({
  name: 'startline_call_seconds',
  help: 'Time from the arrival of a call to the end of its answer, by the path of the contract.',
  labelNames: ['path', 'status'],
  buckets: CALL_SECONDS,
})
const refusals = new Counter({
  name: 'startline_refusals_total',
  help: 'Refused calls by the word of the refusal.',
  labelNames: ['refusal'],
})
const limits = new Counter({
  name: 'startline_limits_hit_total',
  help: 'Calls that were told to wait because a limit was hit.',
  labelNames: ['path'],
})
const batchSizes = new Histogram({
  name: 'startline_batch_size',
  help: 'Calls that one batch commits together.',
  labelNames: ['batch'],
  buckets: [1, 2, 5, 10, 25, 50, 100, 200, 500],
})
const batchSeconds = new Histogram({
  name: 'startline_batch_seconds',
  help: 'Time that one batch takes.',
  labelNames: ['batch'],
  buckets: CALL_SECONDS,
})
const jobSeconds = new Histogram({
  name: 'startline_job_seconds',
  help: 'Time of one run of a job or a sweep. The outcome is done or failed.',
  labelNames: ['job', 'outcome'],
  buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120, 600],
})
const services = new Histogram({
  name: 'startline_service_seconds',
  help: 'Time until another service answers. The outcome is ok, refused (4xx), failed (5xx) or silent (no answer).',
  labelNames: ['service', 'outcome'],
  buckets: SERVICE_SECONDS,
})
const pools = new Set<pg.Pool>()
new Gauge({
  name: 'startline_pool_connections',
  help: 'Connections to the database: busy, idle, and the most that the processes may hold.',
  labelNames: ['state'],
  collect() {
    const count = (of: (pool: pg.Pool) => number) => [...pools].reduce((sum, pool) => sum + of(pool), 0)
    this.set(
      { state: 'busy' },
      count(({ totalCount, idleCount }) => totalCount - idleCount),
    )
    this.set(
      { state: 'idle' },
      count(({ idleCount }) => idleCount),
    )
    this.set(
      { state: 'most' },
      count(({ options }) => options.max),
    )
  },
})
new Gauge({
  name: 'startline_pool_waiting',
  help: 'Calls that wait for a connection to the database.',
  collect() {
    this.set([...pools].reduce((sum, { waitingCount }) => sum + waitingCount, 0))
  },
})

const replicas = new Set<() => { state: string; age: number }>()
new Gauge({
  name: 'startline_replica',
  help: 'Server processes by the state of their replica: used, silent, no_standby, other_database or behind.',
  labelNames: ['state'],
  collect() {
    this.reset()
    for (const read of replicas) this.inc({ state: read().state })
  },
})
new Gauge({
  name: 'startline_replica_age_seconds',
  help: 'The age of the replica that a process reads from, where it is known.',
  collect() {
    const ages = [...replicas].map((read) => read().age).filter(Number.isFinite)
    if (ages.length > 0) this.set(Math.max(...ages))
  },
  aggregator: 'max',
})

/** The label of a call, looked up once for each path and status. A lookup by name costs more than the count itself. */
const callOf = new Map<string, { observe: (seconds: number) => void }>()
export const measureCall = (path: string, status: number, seconds: number): void => {
  if (!measuring) return
  const key = `${status} ${path}`
  let call = callOf.get(key)
  if (!call) callOf.set(key, (call = calls.labels(path, String(status))))
  call.observe(seconds)
}

export const measureRefusal = (path: string, refusal: string, isLimit: boolean): void => {
  if (!measuring) return
  refusals.inc({ refusal })
  if (isLimit) limits.inc({ path })
}

/** Counts the connections of a pool until the returned function is called. */
export const measurePool = (pool: pg.Pool): (() => void) => {
  pools.add(pool)
  return () => void pools.delete(pool)
}

/** Shows the state of this process's replica until the returned function is called. */
export const measureReplica = (read: () => { state: string; age: number }): (() => void) => {
  replicas.add(read)
  return () => void replicas.delete(read)
}

const secondsSince = (began: number): number => (performance.now() - began) / 1000

/** Measures the size and the time of each batch that `run` commits. */
export const measuredBatch =
  <Item, Outcome>(batch: string, run: (items: Item[]) => Promise<Outcome[]>) =>
  async (items: Item[]): Promise<Outcome[]> => {
    const began = performance.now()
    try {
      return await traced(`batch ${batch}`, { 'batch.size': items.length }, () => run(items))
    } finally {
      if (measuring) {
        batchSizes.observe({ batch }, items.length)
        batchSeconds.observe({ batch }, secondsSince(began))
      }
    }
  }

export const measuredJob = async <Result>(job: string, run: () => Promise<Result>): Promise<Result> => {
  const began = performance.now()
  const observe = (outcome: string) => measuring && jobSeconds.observe({ job, outcome }, secondsSince(began))
  try {
    const result = await traced(`job ${job}`, {}, run)
    observe('done')
    return result
  } catch (error) {
    observe('failed')
    throw error
  }
}

const outcomeOf = (status: number): string => (status >= 500 ? 'failed' : status >= 400 ? 'refused' : 'ok')

/** Calls another service as `fetch` does and measures the time until its answer begins. */
export const measuredFetch = async (service: string, ...call: Parameters<typeof fetch>): Promise<Response> => {
  const began = performance.now()
  const observe = (outcome: string) => measuring && services.observe({ service, outcome }, secondsSince(began))
  try {
    const response = await tracedService(service, () => fetch(...call))
    observe(outcomeOf(response.status))
    return response
  } catch (error) {
    observe('silent')
    throw error
  }
}
/** Measures a call to another service that does not go through `fetch`. */
export const measureService = (service: string, status: number | undefined, ms: number): void => {
  if (measuring) services.observe({ service, outcome: status === undefined ? 'silent' : outcomeOf(status) }, ms / 1000)
}
