import { expect, test } from 'vitest'
import { banState, isInBan } from './rules.ts'

const span = { from: '2026-03-01', until: '2026-09-30' }
test('a ban counts from its first to its last day, both included', () => {
  expect(banState(span, false, '2026-02-28')).toBe('coming')
  expect(banState(span, false, '2026-03-01')).toBe('active')
  expect(banState(span, false, '2026-09-30')).toBe('active')
  expect(banState(span, false, '2026-10-01')).toBe('ended')
  expect(banState({ ...span, until: null }, false, '2099-01-01')).toBe('active')
  expect(banState(span, true, '2026-05-01')).toBe('lifted')
})
test('it keeps a person out on the day of sign-up or of the race', () => {
  expect(isInBan(span, '2026-02-01', '2026-02-20')).toBe(false)
  expect(isInBan(span, '2026-02-01', '2026-04-01'), 'banned on race day').toBe(true)
  expect(isInBan(span, '2026-09-30', '2026-11-01'), 'banned at sign-up').toBe(true)
  expect(isInBan(span, '2026-10-01', '2026-11-01')).toBe(false)
  expect(isInBan({ from: '2020-01-01', until: null }, '2026-10-01', '2026-11-01')).toBe(true)
})
