import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Arrival, type Cost, type Layout, arrivalsOf, busiest, simulate } from './model.ts'

const cost = (change: Partial<Cost>): Cost => ({
  server: 1000,
  database: 0,
  each: { server: 0, database: 0, logged: 0 },
  wake: { server: [0, 0, 0], database: [0, 0, 0] },
  hold_ms: 0,
  wait_ms: 0,
  isBatched: false,
  queues: 1,
  every_ms: 0,
  sender: 0,
  kept: 10,
  logged: 20,
  sent: 30,
  ...change,
})
const layout = (change: Partial<Layout> = {}): Layout => ({
  processes: 1,
  cores: { server: 8, database: 8 },
  pool: 20,
  ...change,
})
const at = (...moments: number[]): Arrival<'a'>[] => moments.map((moment) => ({ at: moment, kind: 'a' }))

test('a single call takes its own time, and a call behind another call waits for it', () => {
  const alone = simulate(at(5), { a: cost({ database: 2000, wait_ms: 3 }) }, layout())
  expect(alone.answers.a!.p99).toBeCloseTo(1 + 2 + 3)
  expect(alone).toMatchObject({ inFlight: 1, kept: 10, logged: 20, sent: 30 })
  expect(alone.connections, 'in use for 5 ms of 5 seconds').toBeCloseTo(0.001)
  const ten = simulate(at(...Array.from({ length: 10 }, () => 0)), { a: cost({}) }, layout())
  expect(ten.answers.a!.p99).toBeCloseTo(10)
  expect(ten.inFlight).toBe(10)
  expect(ten.server_s).toBeCloseTo(0.01)
})

test('two processes halve the time if there are cores, and change nothing if there is one core', () => {
  const calls = at(...Array.from({ length: 100 }, () => 0))
  const last = (change: Partial<Layout>) => simulate(calls, { a: cost({}) }, layout(change)).answers.a!.p99
  expect(last({ processes: 2 })).toBeCloseTo(last({}) / 2)
  expect(last({ processes: 2, cores: { server: 1, database: 1 } })).toBeCloseTo(last({}), 0)
})

test('a single queue gives the waiting times of the formula for it', () => {
  // Random arrivals, a fixed time of 1 ms, and 80 % of the time in use: the mean wait is 0.8 / (2 × 0.2) = 2 ms.
  const calls = arrivalsOf([{ kind: 'a' as const, calls: 80_000, seconds: 100 }], 7)
  const { answers, busy } = simulate(calls, { a: cost({}) }, layout())
  expect(busy['one process']).toBeGreaterThan(0.78)
  // For the same load the formula of the queue M/D/1 gives a median of 2.3 ms for wait and work together, and 11.4 ms
  // for 99 of 100 calls.
  expect(answers.a!.p50).toBeGreaterThan(1.9)
  expect(answers.a!.p50).toBeLessThan(2.7)
  expect(answers.a!.p99).toBeGreaterThan(9)
  expect(answers.a!.p99).toBeLessThan(14)
})

test('calls that come while a batch runs share the next batch, and batches of an event follow each other', () => {
  const batched = cost({ server: 0, each: { server: 0, database: 5000, logged: 0 }, isBatched: true })
  const found = simulate(at(0, 1, 2, 3), { a: batched }, layout())
  expect(found.database_s, 'one batch of one, and one of three').toBeCloseTo(0.01)
  expect(found.answers.a!.p99).toBeCloseTo(9)
  const two = simulate(at(0, 0), { a: batched }, layout({ processes: 2 }))
  expect(two.answers.a!.p99, 'the second process waits for the event').toBeCloseTo(10)
  expect(two.busy['the lock of an event']).toBeCloseTo(0.002)
})

test('batches that must begin apart collect the calls that come in between', () => {
  const rare = cost({ server: 0, each: { server: 0, database: 1000, logged: 0 }, isBatched: true, every_ms: 50 })
  const found = simulate(at(0, 10, 20, 30), { a: rare }, layout())
  expect(found.database_s, 'one batch of one, and one of three').toBeCloseTo(0.002)
  expect(found.answers.a!.p99).toBeCloseTo(41)
})

test('two queues collect their batches side by side', () => {
  const rare = cost({ server: 0, each: { server: 0, database: 1000, logged: 0 }, isBatched: true, every_ms: 50 })
  const found = simulate(at(0, 10, 20, 30), { a: { ...rare, queues: 2 } }, layout())
  expect(found.database_s, 'in each queue one batch of one call and a second one').toBeCloseTo(0.004)
})

test('a pool that is too small lets calls wait', () => {
  const slow = { a: cost({ server: 0, database: 1, wait_ms: 10 }) }
  const calls = at(...Array.from({ length: 8 }, () => 0))
  expect(simulate(calls, slow, layout({ pool: 4 })).answers.a!.p99).toBeCloseTo(20, 1)
  expect(simulate(calls, slow, layout({ pool: 8 })).answers.a!.p99).toBeCloseTo(10, 1)
})

test('the connections in use are the mean of five seconds, with the connections that a call holds beside its batch', () => {
  const held = { a: cost({ server: 0, wait_ms: 100, isBatched: true, hold_ms: 25 }) }
  const calls = at(...Array.from({ length: 50 }, (_, n) => n * 100))
  expect(simulate(calls, held, layout()).connections).toBeCloseTo(1.25)
})

test('an idle process must wake up first, and the sender counts if it shares the machine', () => {
  const woken = { a: cost({ wake: { server: [400, 450, 500], database: [0, 0, 0] }, sender: 200 }) }
  const seconds = (...moments: number[]) => simulate(at(...moments), woken, layout()).server_s
  expect(seconds(0, 0, 0), 'only the first call finds an idle process').toBeCloseTo(0.0035)
  expect(seconds(0, 100, 200)).toBeCloseTo(0.0045)
  expect(seconds(0, 3.5), 'after 2 ms of 4, the process is half asleep').toBeCloseTo(0.0027)
  const shared = simulate(at(0), woken, layout({ isOne: true }))
  expect(shared.answers.a!.p50).toBeCloseTo(0.2 + 1.5)
  expect(shared.server_s).toBeCloseTo(0.0015)
})

test('for random calls: each call is answered once, no core works twice at a time, and the work is the sum of its parts', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ at: fc.integer({ min: 0, max: 3000 }), kind: fc.constantFrom('a' as const, 'b' as const) })),
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 3 }),
      fc.boolean(),
      (calls, processes, cores, isOne) => {
        const sorted = calls.toSorted((one, other) => one.at - other.at)
        const both = {
          a: cost({ database: 700, wait_ms: 1 }),
          b: cost({ database: 300, isBatched: true, sender: 100 }),
        }
        const found = simulate(sorted, both, layout({ processes, cores: { server: cores, database: cores }, isOne }))
        const n = (found.answers.a?.n ?? 0) + (found.answers.b?.n ?? 0)
        expect(n).toBe(calls.length)
        expect(found.server_s).toBeCloseTo(calls.length / 1000)
        for (const part of Object.values(found.busy)) expect(part).toBeLessThanOrEqual(1.01)
      },
    ),
    { seed: 20_261_127 },
  )
})

test('arrivals keep their number and their shape, and a seed always gives the same arrivals', () => {
  const rush = [{ kind: 'a' as const, calls: 10_000, seconds: 60, falls: 20 }]
  const one = arrivalsOf(rush, 1)
  expect(one).toEqual(arrivalsOf(rush, 1))
  expect(one).not.toEqual(arrivalsOf(rush, 2))
  expect(one).toHaveLength(10_000)
  expect(one.every((each, n) => n === 0 || one[n - 1]!.at <= each.at)).toBe(true)
  expect(one.at(-1)!.at).toBeLessThanOrEqual(60_000)
  // The share of the calls in the first 20 of 60 seconds is (1 − 1/e) / (1 − 1/e³) = 0.665.
  expect(one.filter((each) => each.at < 20_000).length / 10_000).toBeCloseTo(0.665, 1)
})

test('the busiest resource is the resource with the largest used part', () => {
  const busy = { 'server cores': 0.4, 'database cores': 0.9, 'one process': 0.5, 'the lock of an event': 0.2 }
  expect(busiest(busy)).toBe('database cores')
  expect(busiest(busy, ['server cores', 'one process'])).toBe('one process')
})
