import { sql } from 'kysely'
import type { Db, Tx } from '#db/db.ts'

/** The things that a job works with: the server's parts, and the moment at which the job began. */
export type Working<Parts> = Parts & { now: Date }

/** Work that runs later. After a crash `run` may run a second time for one payload, so a second run must do no harm. */
export type Job<Parts> = {
  /** Unique over all rooms. The subject comes first, then the work: `move complete`. */
  name: string
  run: (payload: unknown, working: Working<Parts>) => Promise<void>
  /**
   * The times at which the job also runs: five fields in UTC, so 10:00 in Shanghai is `0 2 * * *`. The payload is then
   * empty.
   */
  cron?: string
}

/** Light work that runs every few seconds. With several servers, only one server does the work at a time. */
export type Sweep<Parts> = { name: string; everySeconds: number; run: (working: Working<Parts>) => Promise<void> }

/** Throws the errors of several pieces of work, if there are any. */
export const throwAll = (errors: readonly unknown[]): void => {
  if (errors.length === 1) throw errors[0]
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} pieces of work failed`)
}
/**
 * Works through `items` one after another. An error of one item does not stop the other items. The function throws the
 * errors at its end.
 */
export const eachInTurn = async <Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> => {
  const errors: unknown[] = []
  for (const item of items)
    try {
      await work(item)
    } catch (error) {
      errors.push(error)
    }
  throwAll(errors)
}

export type JobOptions = {
  /** Only the last added job of a key remains in the queue. */
  key?: string
  /** The moment before which the job does not run. Without it, the job runs at once. */
  runAt?: Date
}

/** Adds a job in the caller's transaction. The job does not exist until the transaction commits. */
export const addJob = async (
  tx: Tx,
  name: string,
  payload: unknown = {},
  { key, runAt }: JobOptions = {},
): Promise<void> => {
  await sql`
    select graphile_worker.add_job(
      identifier => ${name}::text,
      payload => ${JSON.stringify(payload)}::json,
      job_key => ${key ?? null}::text,
      run_at => ${runAt ?? null}::timestamptz
    )`.execute(tx)
}

export const addJobs = async (
  tx: Tx,
  jobs: readonly ({ name: string; payload: unknown } & JobOptions)[],
): Promise<void> => {
  if (jobs.length === 0) return
  const specs = jobs.map(({ name, payload, key, runAt }) => ({
    identifier: name,
    payload,
    job_key: key ?? null,
    run_at: runAt ?? null,
  }))
  await sql`select graphile_worker.add_jobs(
    array(select json_populate_recordset(null::graphile_worker.job_spec, ${JSON.stringify(specs)}::json)))`.execute(tx)
}

/** Takes back a job that has not begun. */
export const removeJob = async (tx: Tx, key: string): Promise<void> => {
  await sql`select graphile_worker.remove_job(${key})`.execute(tx)
}

/** Tells whether a job of this name runs now or is due by the moment `by`. */
export const isComing = async (db: Db, name: string, by: Date): Promise<boolean> => {
  const { rows } = await sql`
    select from graphile_worker.jobs
    where task_identifier = ${name}
      and (locked_at is not null or (run_at <= ${by} and attempts < max_attempts))
    limit 1`.execute(db)
  return rows.length > 0
}

export type JobCount = { name: string; waiting: number; running: number; failed: number; oldest: number }

/**
 * Counts the jobs of each name by state: due and waiting, running, given up after the last try. `oldest` is the number
 * of seconds since the oldest waiting job became due.
 */
export const countJobs = async (db: Db, now: Date): Promise<JobCount[]> => {
  const { rows } = await sql<JobCount>`
    select task_identifier as name,
      count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= ${now})::int as waiting,
      count(*) filter (where locked_at is not null)::int as running,
      count(*) filter (where attempts >= max_attempts)::int as failed,
      coalesce(extract(epoch from ${now}::timestamptz - min(run_at) filter (
        where locked_at is null and attempts < max_attempts and run_at <= ${now}
      )), 0)::float8 as oldest
    from graphile_worker.jobs group by task_identifier`.execute(db)
  return rows
}
