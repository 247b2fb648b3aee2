import { expect, test } from 'vitest'
import { onceKey } from './once.ts'

test('a runner, a member of staff with the same number, and an address have different keys', () => {
  const keyOf = (uid: number | null, staffid: number | null) =>
    onceKey('/a/path', { once: 'same', who: { uid, staffid }, address: '192.0.2.7' })!.row.toString('hex')
  expect(new Set([keyOf(7, null), keyOf(null, 7), keyOf(null, 8), keyOf(null, null)]).size).toBe(4)
  expect(keyOf(null, 7)).toBe(keyOf(null, 7))
})
