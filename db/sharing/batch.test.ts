import { expect, test } from 'vitest'
import { byTurns, inBatches, inNamedBatches, inSharedBatches, onceAtATime } from './batch.ts'

test('while one batch runs, the next batch collects, and each caller gets the own outcome', async () => {
  const sizes: number[] = []
  const double = inBatches(3, async (items: number[]) => {
    sizes.push(items.length)
    await new Promise((done) => setTimeout(done, 1))
    return items.map((item) => item * 2)
  })
  expect(await Promise.all([1, 2, 3, 4, 5, 6, 7].map(double))).toEqual([2, 4, 6, 8, 10, 12, 14])
  expect(sizes).toEqual([3, 3, 1])
})
test('the callers of a shared batch wait for one promise, and a batch that fails fails no other batch', async () => {
  const enter = inSharedBatches(2, async (items: number[]) => {
    if (items.includes(3)) throw new Error('three')
    return items.map((item) => item * 2)
  })
  const batches = [1, 2, 3, 4, 5].map(enter)
  expect(new Set(batches.map(({ outcomes }) => outcomes)).size).toBe(3)
  expect(batches[0]!.outcomes).toBe(batches[1]!.outcomes)
  expect(await batches[1]!.outcomes).toEqual([2, 4])
  await expect(batches[3]!.outcomes).rejects.toThrow('three')
  expect(await batches[4]!.outcomes).toEqual([10])
})
test('a single write does not wait; writes that follow each other share batches, and none is lost', async () => {
  const [sizes, beginnings]: [number[], number[]] = [[], []]
  const EVERY = 40
  const count = inBatches(
    1000,
    async (items: number[]) => {
      beginnings.push(performance.now())
      sizes.push(items.length)
      return items
    },
    EVERY,
  )
  const came: Promise<number>[] = []
  for (let n = 0; n < 100; n++) {
    came.push(count(n))
    await new Promise(setImmediate)
  }
  expect(await Promise.all(came)).toEqual(Array.from({ length: 100 }, (_, n) => n))
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(100)
  expect(sizes[0], 'a lone one waits for nobody').toBe(1)
  for (const [at, began] of beginnings.entries())
    if (at > 0) expect(began - beginnings[at - 1]!).toBeGreaterThanOrEqual(EVERY - 2)
})
test('batches begin a time apart, but a full batch begins at once', async () => {
  const began: { at: number; many: number }[] = []
  const enter = inBatches(
    3,
    async (items: number[]) => {
      began.push({ at: performance.now(), many: items.length })
      return items
    },
    200,
  )
  await Promise.all(Array.from({ length: 7 }, (_, n) => enter(n)))
  expect(began.map(({ many }) => many)).toEqual([3, 3, 1])
  // A timer may fire up to a millisecond early.
  expect(began[2]!.at - began[1]!.at).toBeGreaterThan(198)
  expect(began[1]!.at - began[0]!.at).toBeLessThan(began[2]!.at - began[1]!.at)
})

test('a failing batch fails only its own callers', async () => {
  const odd = inBatches(1, async ([item]: number[]) => {
    if (item === 2) throw new Error('two')
    return [item]
  })
  expect((await Promise.allSettled([1, 2, 3].map(odd))).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
})

test('a value is made once for all simultaneous callers, and again for later callers', async () => {
  const once = onceAtATime<number>()
  let made = 0
  const make = async () => ++made
  expect(await Promise.all([once('a', make), once('a', make), once('b', make)])).toEqual([1, 1, 2])
  expect(await once('a', make)).toBe(3)
  await expect(once('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(await once('a', make), 'a failure is over too').toBe(4)
})

test('many callers continue in turns of the event loop, in their order, and none is forgotten', async () => {
  const myTurn = byTurns(2)
  const went: number[] = []
  await Promise.all(
    [1, 2, 3, 4, 5].map(async (n) => {
      await myTurn()
      went.push(n)
      if (n === 2) setImmediate(() => went.push(-2))
    }),
  )
  expect(went.indexOf(3)).toBeGreaterThan(went.indexOf(2))
  expect(went.filter((n) => n > 0)).toEqual([1, 2, 3, 4, 5])
  await myTurn()
})

test('each name has its own batches in each database, with the parts of its first call', async () => {
  const [one, other] = [{ db: {} as never }, { db: {} as never }]
  const seen: [object, number[]][] = []
  const enter = inNamedBatches(10, async (parts: { db: never }, items: number[]) => {
    seen.push([parts.db, items])
    return items.map((item) => -item)
  })
  const entered = [enter(one, 'a', 1), enter(one, 'b', 2), enter(one, 'a', 3), enter(other, 'a', 4)]
  expect(await Promise.all(entered)).toEqual([-1, -2, -3, -4])
  expect(seen).toEqual([
    [one.db, [1, 3]],
    [one.db, [2]],
    [other.db, [4]],
  ])
})
