import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addJob, addJobs, removeJob } from '#db/jobs/jobs.ts'
import type { Job, Sweep } from '#db/jobs/jobs.ts'
import { freshDatabase } from '#test/database.ts'
import type { FreshDatabase } from '#test/database.ts'
import type { Parts } from '#seam/server/handle.ts'
import { startWorker } from './worker.ts'
import type { Worker } from './worker.ts'

let fresh: FreshDatabase
const workers: Worker[] = []
beforeEach(async () => {
  fresh = await freshDatabase()
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  await fresh.drop()
})

/** Returns the only two of the server's parts that the job runner itself needs. */
const parts = () => ({ db: fresh.db, clock: () => new Date() }) as Parts

const start = async (jobs: Job<Parts>[], sweeps: Sweep<Parts>[] = [], onError?: (what: string) => void) => {
  const worker = await startWorker(parts(), { jobs, sweeps, pollMs: 100, onError })
  workers.push(worker)
  return worker
}

const until = async (done: () => boolean): Promise<void> => {
  for (let tries = 0; tries < 2400 && !done(); tries += 1) await wait(25)
  expect(done()).toBe(true)
}

const recorder = (name = 'record') => {
  const seen: unknown[] = []
  const job: Job<Parts> = { name, run: async (payload) => void seen.push(payload) }
  return { seen, job }
}

test('a job runs once its transaction has committed, and never after a rollback', async () => {
  const { seen, job } = recorder()
  await start([job])
  await fresh.db.transaction().execute(async (tx) => {
    await addJob(tx, 'record', { order: 1 })
    await wait(150)
    expect(seen).toEqual([])
  })
  await fresh.db
    .transaction()
    .execute(async (tx) => {
      await addJob(tx, 'record', { order: 2 })
      throw new Error('no')
    })
    .catch(() => undefined)
  await fresh.db.transaction().execute((tx) =>
    addJobs(tx, [
      { name: 'record', payload: { order: 3 } },
      { name: 'record', payload: { order: 4 }, key: 'four' },
    ]),
  )
  await until(() => seen.length === 3)
  expect(seen).toEqual(expect.arrayContaining([{ order: 1 }, { order: 3 }, { order: 4 }]))
})

test('of jobs with one key the last remains, at its time; a withdrawn job does not run', async () => {
  const { seen, job } = recorder()
  const late = new Date(Date.now() + 400)
  await fresh.db.transaction().execute(async (tx) => {
    await addJob(tx, 'record', { close: 'early' }, { key: 'close/1', runAt: new Date() })
    await addJob(tx, 'record', { close: 'late' }, { key: 'close/1', runAt: late })
    await addJob(tx, 'record', { close: 'never' }, { key: 'close/2' })
    await removeJob(tx, 'close/2')
  })
  await start([job])
  await until(() => seen.length > 0)
  expect(Date.now()).toBeGreaterThanOrEqual(late.getTime())
  expect(seen).toEqual([{ close: 'late' }])
})

test('a job that throws is reported without its payload, and tried again', async () => {
  const said: string[] = []
  let tries = 0
  const shaky: Job<Parts> = {
    name: 'shaky',
    run: async () => {
      tries += 1
      if (tries === 1) throw new Error('not yet')
    },
  }
  await start([shaky], [], (what) => said.push(what))
  await fresh.db.transaction().execute((tx) => addJob(tx, 'shaky', { idnum: 'secret' }))
  await until(() => tries === 2)
  expect(said).toEqual(['the job shaky (try 1)'])
})

test('another server takes the job of a killed server at once', async () => {
  const { seen, job } = recorder()
  await fresh.db.transaction().execute((tx) => addJob(tx, 'record', { order: 9 }))
  await sql`
    update graphile_worker._private_jobs
    set locked_by = 'a-server-that-is-dead', locked_at = now(), attempts = 1`.execute(fresh.db)
  await start([job])
  await until(() => seen.length === 1)
})

/** Makes a job that runs until the test ends it. The test therefore does not depend on the speed of the machine. */
const held = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { until: promise, release: resolve }
}

test('a job of another running server is left to it', async () => {
  const hold = held()
  let running = 0
  let most = 0
  let runs = 0
  const slow: Job<Parts> = {
    name: 'slow',
    run: async () => {
      running += 1
      runs += 1
      most = Math.max(most, running)
      await hold.until
      running -= 1
    },
  }
  await start([slow])
  await fresh.db.transaction().execute((tx) => addJob(tx, 'slow'))
  await until(() => running === 1)
  await start([slow])
  // The second job runner polls every 100 ms, so it asks several times in between.
  await wait(400)
  hold.release()
  await until(() => running === 0)
  await wait(200)
  expect({ most, runs }).toEqual({ most: 1, runs: 1 })
})

test('of two servers one at a time sweeps, and a failing sweep comes again', async () => {
  let running = 0
  let most = 0
  let rounds = 0
  const said: string[] = []
  const sweep: Sweep<Parts> = {
    name: 'unpaid',
    everySeconds: 0.05,
    run: async () => {
      running += 1
      most = Math.max(most, running)
      await wait(60)
      running -= 1
      rounds += 1
      if (rounds === 1) throw new Error('once')
    },
  }
  await start([], [sweep], (what) => said.push(what))
  await start([], [sweep], (what) => said.push(what))
  await until(() => rounds >= 5)
  expect(most).toBe(1)
  expect(said).toEqual(['the sweep unpaid'])
})

test('a stop waits for the running job', async () => {
  const hold = held()
  let begun = false
  let done = false
  const slow: Job<Parts> = {
    name: 'slow',
    run: async () => {
      begun = true
      await hold.until
      done = true
    },
  }
  const worker = await start([slow])
  await fresh.db.transaction().execute((tx) => addJob(tx, 'slow'))
  await until(() => begun)
  const stopped = worker.stop()
  expect(await Promise.race([stopped.then(() => 'stopped'), wait(200).then(() => 'waits')])).toBe('waits')
  expect(done).toBe(false)
  hold.release()
  await stopped
  expect(done).toBe(true)
})
