import { createHash, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scorerFor } from './score.rules.ts'

test("a score is the smallest SHA-256 of its tickets, as the system's own program computes it", () => {
  const into = new Uint32Array(8)
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.uint8Array({ minLength: 48, maxLength: 48 }),
      fc.integer({ min: 0, max: 2 }),
      fc.integer({ min: 0, max: 15 }),
      fc.integer({ min: 1, max: 200 }),
      (seed, ids, nth, segment, weight) => {
        const unit = ids.subarray(nth * 16, nth * 16 + 16)
        const hashes = Array.from({ length: weight }, (_, ticket) =>
          createHash('sha256').update(seed).update(unit).update(Uint8Array.of(segment, ticket)).digest('hex'),
        )
        scorerFor(seed).score(ids, nth * 16, segment, weight, into)
        expect([...into].map((word) => word.toString(16).padStart(8, '0')).join('')).toBe(hashes.sort()[0])
      },
    ),
    { numRuns: 300, seed: 20261121 },
  )
})

test('a seed in the middle of other bytes is read at its place', () => {
  const whole = randomBytes(100)
  const [a, b] = [new Uint32Array(8), new Uint32Array(8)]
  scorerFor(whole.subarray(7, 39)).score(whole, 50, 1, 3, a)
  scorerFor(Uint8Array.from(whole.subarray(7, 39))).score(Uint8Array.from(whole.subarray(50, 66)), 0, 1, 3, b)
  expect([...a]).toEqual([...b])
})
