import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { watchReadiness } from './watch.ts'

const free = async () => 1e12

test('a database that does not answer is asked once, and every balancer gets an answer within a second', async () => {
  let asked = 0
  let hanging = Promise.withResolvers<void>()
  hanging.resolve()
  const watch = watchReadiness(() => {
    asked += 1
    return hanging.promise
  }, free)
  expect(await Promise.all([1, 2, 3].map(() => watch.word()))).toEqual(['ready', 'ready', 'ready'])
  expect(asked).toBe(1)
  hanging = Promise.withResolvers()
  await wait(300)
  const words: string[] = []
  for (let look = 0; look < 5; look++) {
    const began = performance.now()
    words.push(await watch.word())
    expect(performance.now() - began).toBeLessThan(1800)
  }
  expect([words[0], words.at(-1)]).toEqual(['ready', 'database_away'])
  expect(asked).toBe(2)
  hanging.resolve()
  await wait(50)
  await expect.poll(() => watch.word(), { timeout: 60_000, interval: 100 }).toBe('ready')
})

test('from the signal to stop on, no check is needed', async () => {
  const watch = watchReadiness(async () => undefined, free)
  expect(await watch.word()).toBe('ready')
  watch.stopping()
  expect(await watch.word()).toBe('stopping')
})
