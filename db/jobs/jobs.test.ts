import { expect, test } from 'vitest'
import { eachInTurn } from './jobs.ts'

test('a failing piece of work stops no other piece; all errors are thrown at the end', async () => {
  const done: number[] = []
  const work = (bad: readonly number[]) => async (n: number) => {
    if (bad.includes(n)) throw new RangeError(`number ${n}`)
    done.push(n)
  }
  await eachInTurn([1, 2, 3], work([]))
  await expect(eachInTurn([4, 5, 6], work([4]))).rejects.toThrow(RangeError)
  const thrown = await eachInTurn([7, 8, 9], work([7, 9])).catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(AggregateError)
  expect(String(thrown)).toContain('2 pieces of work failed')
  expect((thrown as AggregateError).errors).toHaveLength(2)
  expect(done).toEqual([1, 2, 3, 5, 6, 8])
})
