import { expect, test } from 'vitest'
import { countFault, drawerState } from './drawers.rules.ts'

const cash = { expected: 30_000, moves: 3 }
test('a drawer is open until a count covers all of its cash', () => {
  expect(drawerState({ expected: 0, moves: 0 }, undefined)).toBe('cashless')
  expect(drawerState(cash, undefined)).toBe('open')
  const count = { counted: 29_000, expected: 30_000, moves: 3 }
  expect(drawerState(cash, count)).toBe('closed')
  // A payment and a refund of the same amount do not change the sum, but the drawer must be counted again.
  expect(drawerState({ expected: 30_000, moves: 5 }, count)).toBe('moved')
})

test('a difference needs a reason, and a count of an amount that has changed is refused', () => {
  expect(countFault(cash, { expected: 30_000, counted: 30_000, note: '' })).toBeUndefined()
  expect(countFault(cash, { expected: 30_000, counted: 29_900, note: '' })).toBe('note_needed')
  expect(countFault(cash, { expected: 30_000, counted: 29_900, note: '找零出错' })).toBeUndefined()
  expect(countFault(cash, { expected: 20_000, counted: 20_000, note: '' })).toBe('drawer_moved')
  expect(countFault({ expected: 0, moves: 0 }, { expected: 0, counted: 0, note: '' })).toBe('drawer_none')
})
