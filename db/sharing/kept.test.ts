import { expect, it } from 'vitest'
import type { Db } from '../db.ts'
import { cacheOf } from './kept.ts'

const [db, other] = [{}, {}] as [Db, Db]
const at = (ms: number) => ({ now: new Date(1_000_000 + ms) })
/** Makes a load that counts its calls and ends when the test says so. */
const counting = () => {
  const ends: ((value: string) => void)[] = []
  const fails: ((error: Error) => void)[] = []
  const load = () =>
    new Promise<string>((resolve, reject) => {
      ends.push(resolve)
      fails.push(reject)
    })
  return { load, ends, fails }
}
const says = (value: string) => () => Promise.resolve(value)

it('asks once for all callers who come while it loads', async () => {
  const cache = cacheOf<number, string>({ ms: 1_000, most: 10 })
  const { load, ends } = counting()
  const answers = [1, 1, 1].map((key) => cache.read(db, key, at(0), load))
  expect(ends).toHaveLength(1)
  ends[0]!('one')
  expect(await Promise.all(answers)).toEqual(['one', 'one', 'one'])
})

it('keeps a value for its time, but not after the clock was set back', async () => {
  const cache = cacheOf<number, string>({ ms: 1_000, most: 10 })
  await cache.read(db, 1, at(0), says('first'))
  expect(await cache.read(db, 1, at(999), says('second'))).toBe('first')
  expect(await cache.read(db, 1, at(1_000), says('second'))).toBe('second')
  expect(await cache.read(db, 1, at(999), says('third')), 'before it was asked for').toBe('third')
})

it('keeps a value while its version stays', async () => {
  const cache = cacheOf<number, string>({ most: 10 })
  await cache.read(db, 1, { version: 'a' }, says('first'))
  expect(await cache.read(db, 1, { version: 'a' }, says('second'))).toBe('first')
  expect(await cache.read(db, 1, { version: 'b' }, says('second'))).toBe('second')
  expect(await cache.read(db, 1, { version: 'a' }, says('third'))).toBe('third')
})

it('keeps a value of another version for its time, if a caller names both time and version', async () => {
  const cache = cacheOf<number, string>({ ms: 1_000, most: 10 })
  await cache.read(db, 1, { version: 1, ...at(0) }, says('first'))
  expect(await cache.read(db, 1, { version: 2, ...at(999) }, says('second')), 'not old enough').toBe('first')
  expect(await cache.read(db, 1, { version: 1, ...at(5_000) }, says('second')), 'the same version').toBe('first')
  expect(await cache.read(db, 1, { version: 2, ...at(5_000) }, says('second'))).toBe('second')
})

it('gives no value to another database', async () => {
  const cache = cacheOf<number, string>({ ms: 1_000, most: 10 })
  await cache.read(db, 1, at(0), says('mine'))
  expect(await cache.read(other, 1, at(0), says('yours'))).toBe('yours')
})

it('forgets a key, even while an older load of the key runs', async () => {
  const cache = cacheOf<number, string>({ ms: 1_000, most: 10 })
  const { load, ends } = counting()
  const before = cache.read(db, 1, at(0), load)
  cache.forget(1)
  expect(await cache.read(db, 1, at(0), says('after'))).toBe('after')
  ends[0]!('before')
  expect(await before).toBe('before')
  expect(await cache.read(db, 1, at(0), load)).toBe('after')
})

it('forgets the chosen values of one database, and waits for running loads', async () => {
  const cache = cacheOf<string, string>({ ms: 1_000, most: 10 })
  const { load, ends } = counting()
  await cache.read(db, 'kept', at(0), says('stays'))
  const loading = cache.read(db, 'loading', at(0), load)
  const gone = cache.forgetWhere(db, (value) => value === 'goes')
  ends[0]!('goes')
  await gone
  expect(await loading).toBe('goes')
  expect(await cache.read(db, 'kept', at(0), says('anew'))).toBe('stays')
  expect(await cache.read(db, 'loading', at(0), says('anew'))).toBe('anew')
})

it('keeps no failure, and a failure ends no later value', async () => {
  const cache = cacheOf<number, string>({ ms: 1_000, most: 10 })
  const { load, fails } = counting()
  const failed = cache.read(db, 1, at(0), load)
  cache.forget(1)
  await cache.read(db, 1, at(0), says('later'))
  fails[0]!(new Error('down'))
  await expect(failed).rejects.toThrow('down')
  expect(await cache.read(db, 1, at(0), says('latest'))).toBe('later')
  await expect(cache.read(db, 2, at(0), () => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(await cache.read(db, 2, at(0), says('up'))).toBe('up')
})

it('holds no more values than its limit', async () => {
  const cache = cacheOf<number, string>({ ms: 1_000, most: 2 })
  await cache.read(db, 1, at(0), says('one'))
  await cache.read(db, 2, at(0), says('two'))
  await cache.read(db, 2, at(1_000), says('two again'))
  expect(await cache.read(db, 1, at(0), says('anew')), 'a value in place of its own takes no room').toBe('one')
  await cache.read(db, 3, at(0), says('three'))
  expect(await cache.read(db, 1, at(0), says('anew'))).toBe('anew')
})
