import { expect, it } from 'vitest'
import { Key } from '#contract/scalars.ts'
import { raceOfKey } from '#contract/key.ts'
import { newKey, randomPool } from './random.ts'

it('gives random bytes from pages, never the same bytes twice', () => {
  const next = randomPool(12, 4)
  const given = Array.from({ length: 9 }, () => next().toString('hex'))
  expect(given.every((hex) => /^[0-9a-f]{24}$/.test(hex))).toBe(true)
  expect(new Set(given).size).toBe(9)
})

it('makes keys that name their race', () => {
  const keys = Array.from({ length: 3_000 }, () => newKey(226))
  expect(new Set(keys).size).toBe(3_000)
  expect(keys.every((key) => Key.safeParse(key).success && raceOfKey(key) === 226)).toBe(true)
})
