import { expect, test } from 'vitest'
import {
  type Misses,
  NUMBER_FACT,
  NUMBER_MOBILE,
  NUMBER_SESSION,
  WORK_BITS,
  demandOf,
  suffices,
} from './human.rules.ts'

const misses = (given: Partial<Misses>): Misses => ({ own: 0, network: 0, subject: 0, ...given })
const checkOf = (...given: Parameters<typeof demandOf>) => demandOf(...given).check

test('a look-up asks for nothing at first, then for more and more work, then for a picture', () => {
  expect(demandOf('lookup', 'stranger', misses({}))).toEqual({ check: 'none' })
  expect(demandOf('lookup', 'stranger', misses({ own: 3 }))).toEqual({ check: 'work', bits: WORK_BITS })
  expect(demandOf('lookup', 'stranger', misses({ own: 15 }))).toEqual({ check: 'work', bits: WORK_BITS + 1 })
  expect(demandOf('lookup', 'stranger', misses({ own: 20 }))).toEqual({ check: 'picture' })
})

test('a code needs work at first, and a picture after misses of its number, device or network', () => {
  for (const asker of ['stranger', 'known', 'session'] as const)
    expect(demandOf('code', asker, misses({}))).toEqual({ check: 'work', bits: WORK_BITS })
  for (const missed of [{ own: 3 }, { network: 200 }, { subject: 2 }])
    expect(checkOf('code', 'stranger', misses(missed))).toBe('picture')
})

test('the misses of strangers and of a network do not count for a known browser or a session, but their own misses do', () => {
  for (const act of ['code', 'lookup', 'password', 'invitation'] as const)
    for (const asker of ['known', 'session'] as const) {
      const alone = demandOf(act, asker, misses({}))
      expect(demandOf(act, asker, misses({ network: 100_000 }))).toEqual(alone)
      expect(checkOf(act, asker, misses({ own: 100_000 }))).toBe('picture')
    }
})

test('a number whose neighbours were guessed needs a second fact from everybody, then the mobile, then a session', () => {
  for (const asker of ['stranger', 'known', 'session'] as const) {
    expect(checkOf('lookup', asker, misses({ subject: NUMBER_FACT - 1 }))).toBe('none')
    expect(checkOf('lookup', asker, misses({ subject: NUMBER_FACT }))).toBe('fact')
    expect(checkOf('lookup', asker, misses({ subject: NUMBER_MOBILE }))).toBe('mobile')
  }
  expect(checkOf('lookup', 'known', misses({ subject: NUMBER_SESSION }))).toBe('session')
  expect(checkOf('lookup', 'session', misses({ subject: NUMBER_SESSION }))).toBe('mobile')
  // There are five hundred document numbers for one county, one birthday and one gender.
  expect((NUMBER_FACT + 8) / 500, 'and eight accounts ask about one each').toBeLessThanOrEqual(0.02)
})

test('a picture replaces work, work does not replace a picture, and neither replaces a second fact', () => {
  expect(suffices('picture', { check: 'work', bits: 20 })).toBe(true)
  expect(suffices({ work: 16 }, { check: 'work', bits: 16 })).toBe(true)
  expect(suffices({ work: 15 }, { check: 'work', bits: 16 })).toBe(false)
  expect(suffices({ work: 30 }, { check: 'picture' })).toBe(false)
  expect(suffices('picture', { check: 'fact' })).toBe(false)
  expect(suffices('none', { check: 'none' })).toBe(true)
})
