import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb } from '#db/db.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import type { Order } from '#test/processes/counting.ts'
import { forgetRates, rateOf, takeUnreported } from './rates.ts'
import { exchangeRates, shareRates } from './sharedRates.ts'

type Waits = { shared: number; own: number }
let database: FreshDatabase
const children: ChildProcess[] = []
const tell = async (child: ChildProcess, order: Order): Promise<Waits> => {
  child.send(order)
  return ((await once(child, 'message')) as [Waits])[0]
}
beforeAll(async () => {
  database = await freshDatabase()
  const path = join(import.meta.dirname, '../../test/processes/counting.ts')
  for (let n = 0; n < 2; n++) {
    const child = spawn(process.execPath, [path], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    children.push(child)
    await tell(child, { connection: database.connection })
  }
})
afterAll(async () => {
  for (const child of children) await tell(child, 'end')
  await database.drop()
})

const now = 1_800_000_000_000
/**
 * Lets a caller call two processes in turn. The processes exchange their counts after each round. Returns the number of
 * calls within the shared rate and the number of calls within the processes' own rates.
 */
const callBoth = async (name: string, rounds: number, at: number) => {
  const passed = { shared: 0, own: 0 }
  for (let round = 0; round < rounds; round++) {
    for (const child of children) {
      const waits = await tell(child, { count: name, at })
      if (waits.shared === 0) passed.shared += 1
      if (waits.own === 0) passed.own += 1
    }
    for (const child of children) await tell(child, { exchange: at })
  }
  return passed
}

test('two processes admit a caller as often as one process, and twice as often for a rate without a name', async () => {
  const passed = await callBoth('caller', 15, now)
  expect(passed.own).toBe(20)
  // A process learns only at the end of a round that the other process was called, so a few calls too many may pass.
  expect(passed.shared).toBeGreaterThanOrEqual(10)
  expect(passed.shared).toBeLessThanOrEqual(12)
  expect(await callBoth('caller', 2, now + 61_000), 'the next minute begins anew in both').toEqual({
    shared: 4,
    own: 4,
  })
  expect((await callBoth('another caller', 5, now)).shared, 'and nobody else is counted').toBe(10)
})

test('a subject that calls once is not written', () => {
  forgetRates()
  rateOf(5, 60, 'test of rates').count('once', new Date(now))
  expect(takeUnreported(new Date(now))).toEqual([])
})

const unreportedAt = (at: number) => takeUnreported(new Date(at)).map(({ subject, count }) => [subject, count])
const countsWritten = async () => {
  const rows = await database.db.selectFrom('limits').select('count').where('ends_at', '>', new Date(now)).execute()
  return rows.map(({ count }) => count).toSorted((a, b) => a - b)
}

test('the counts of a failed exchange are sent with the next exchange, even if their subjects do not call again', async () => {
  forgetRates()
  await database.db.deleteFrom('limits').execute()
  const rate = rateOf(5, 60, 'test of rates')
  for (let n = 0; n < 3; n++) rate.count('often', new Date(now))
  const gone = openDb({ url: 'postgres://nobody@127.0.0.1:1/none' }, { max: 1, patienceMs: 0 })
  for (let time = 0; time < 2; time++) await expect(exchangeRates(gone, new Date(now))).rejects.toThrow()
  await gone.destroy()
  await exchangeRates(database.db, new Date(now))
  expect(await countsWritten()).toEqual([3])
  expect(unreportedAt(now), 'and they go once').toEqual([])
  rate.count('often', new Date(now))
  expect(unreportedAt(now)).toEqual([['often', 1]])
})

test('an exchange that fails in the middle keeps only the counts that were not sent', async () => {
  forgetRates()
  await database.db.deleteFrom('limits').execute()
  const rate = rateOf(5, 60, 'test of rates')
  for (let n = 0; n < 5003; n++) rate.count(`subject ${n}`, new Date(now), 2)
  let statements = 0
  const { db } = database
  const executeQuery: typeof db.executeQuery = (query) => {
    if ((statements += 1) > 1) throw new Error('The connection broke')
    return db.executeQuery(query)
  }
  const breaking = Object.create(db, { executeQuery: { value: executeQuery } }) as typeof db
  await expect(exchangeRates(breaking, new Date(now))).rejects.toThrow('The connection broke')
  expect(await countsWritten()).toHaveLength(5000)
  await exchangeRates(database.db, new Date(now))
  expect(await countsWritten()).toEqual(Array.from({ length: 5003 }, () => 2))
})

test('kept counts end with the time of their subject, and are dropped with a forgotten subject', () => {
  forgetRates()
  const rate = rateOf(5, 60, 'test of rates')
  rate.count('slow', new Date(now), 2)
  const keepAll = () => takeUnreported(new Date(now)).forEach(({ keep }) => keep())
  keepAll()
  expect(unreportedAt(now + 60_000)).toEqual([])
  rate.count('slow', new Date(now + 60_000), 3)
  const [first] = takeUnreported(new Date(now + 60_000))
  rate.count('slow', new Date(now + 120_000))
  first!.keep()
  expect(unreportedAt(now + 120_000), 'the one call of its next time is not reported').toEqual([])
  for (let n = 0; n < 100; n++) rate.count(`early ${n}`, new Date(now), 2)
  const early = takeUnreported(new Date(now))
  for (let n = 0; n < 100_000; n++) rate.count(`late ${n}`, new Date(now))
  for (const { keep } of early) keep()
  expect(unreportedAt(now)).toEqual([])
})

test('a process that stops hands the counts of its last second to the others', async () => {
  forgetRates()
  await database.db.deleteFrom('limits').execute()
  const end = shareRates(database.db, () => new Date(now))
  rateOf(5, 60, 'test of rates').count('often', new Date(now), 4)
  await end()
  expect(await countsWritten()).toEqual([4])
})

test('no two rates of the product share a name', () => {
  const names = globSync('{features,server}/**/*.ts')
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/(?:rateOf|allowanceOf)\([^\n]*, '([^']+)'\)/g)])
    .map(([, name]) => name!)
  expect(names.length).toBeGreaterThan(40)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

test('no subject is readable in the database', async () => {
  const rate = rateOf(5, 60, 'test of secrets')
  for (let n = 0; n < 3; n++) rate.count('13900000001', new Date(now))
  await exchangeRates(database.db, new Date(now))
  const rows = await database.db.selectFrom('limits').selectAll().execute()
  expect(rows.some(({ key, count }) => key.length === 32 && count === 3)).toBe(true)
  expect(JSON.stringify(rows.map(({ key }) => key.toString('latin1')))).not.toContain('13900000001')
})
