import { expect, test } from 'vitest'
import { raceOfKey } from './key.ts'
import { Key } from './scalars.ts'

const rest = 'A'.repeat(22)
const most = 2 ** 31 - 1

test('a key with a race number above an integer of the database names no race', () => {
  expect(raceOfKey(`${most.toString(36)}-${rest}`)).toBe(most)
  for (const race of [(most + 1).toString(36), 'zzzzzz', '0']) {
    expect(raceOfKey(`${race}-${rest}`), race).toBeUndefined()
    expect(Key.safeParse(`${race}-${rest}`).success, race).toBe(false)
  }
  expect(Key.safeParse(`1k8-${rest}`).success).toBe(true)
})
