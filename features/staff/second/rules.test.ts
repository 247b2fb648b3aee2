import { expect, test } from 'vitest'
import {
  dueAt,
  isAppCode,
  isRecoveryCode,
  needsSecond,
  normalSecondCode,
  recoveryCodeFrom,
  secondState,
} from './rules.ts'

const now = new Date('2026-03-01T04:00:00Z')
const day = 24 * 60 * 60 * 1000
const policy = { roles: ['owner', 'cashier'], grace_days: 14 }
const cashier = [{ raceid: 7, role: 'cashier' }] as const
const timer = [{ raceid: 7, role: 'timer' }] as const

test('a rule counts for the roles that it names, for whatever race', () => {
  expect(needsSecond(policy, cashier)).toBe(true)
  expect(needsSecond(policy, [{ raceid: null, role: 'owner' }])).toBe(true)
  expect(needsSecond(policy, timer)).toBe(false)
  expect(needsSecond(policy, [{ raceid: 7, role: 'own:3' }])).toBe(false)
  expect(needsSecond({ roles: [], grace_days: 0 }, cashier)).toBe(false)
})

test('a duty begins with the days of grace, keeps its moment, and ends with a factor or the role', () => {
  const person = { roles: cashier, hasSecond: false, due: null }
  const due = new Date(now.getTime() + 14 * day)
  expect(dueAt(policy, person, now)).toEqual(due)
  expect(dueAt(policy, { ...person, due }, new Date(now.getTime() + 3 * day)), 'not begun again').toEqual(due)
  expect(dueAt(policy, { ...person, hasSecond: true, due }, now)).toBeNull()
  expect(dueAt(policy, { ...person, roles: timer, due }, now)).toBeNull()
  expect(dueAt({ ...policy, grace_days: 0 }, { ...person, due }, now, true), 'a new rule counts at once').toEqual(now)
})

test('the moment itself locks the account', () => {
  expect(secondState(false, new Date(now.getTime() + 1), now)).toBe('due')
  expect(secondState(false, now, now)).toBe('locked')
  expect(secondState(true, now, now)).toBe('set')
  expect(secondState(false, null, now)).toBe('none')
})

test('a recovery code is read in every spelling, and is never a code of the app', () => {
  const code = recoveryCodeFrom(Uint8Array.from({ length: 64 }, (_, at) => at * 4))
  expect(code).toMatch(/^[2-9A-HJKMNP-Z]{4}(-[2-9A-HJKMNP-Z]{4}){2}$/)
  for (const typed of [code.toLowerCase(), code.replaceAll('-', ''), ` ${code.replaceAll('-', ' ')} `])
    expect(isRecoveryCode(normalSecondCode(typed)), typed).toBe(true)
  expect(isAppCode(normalSecondCode(code))).toBe(false)
  expect(isAppCode(normalSecondCode('１２３ ４５６')), 'full-width digits of a Chinese keyboard').toBe(true)
  for (const wrong of ['', '12345', 'OOOO-0000-1111', `${code}2`, '😀'.repeat(12)])
    expect(isRecoveryCode(normalSecondCode(wrong)), wrong).toBe(false)
  expect(() => recoveryCodeFrom(new Uint8Array(64).fill(255)), 'bytes that favour no sign').toThrow(RangeError)
})
