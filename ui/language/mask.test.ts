import { expect, test } from 'vitest'
import { caretAfter, masked, maskedTime, unmasked } from './mask.ts'
import { clamped } from '../layout/Stepper.tsx'

test('a mobile number is grouped during typing, and pasted forms are understood', () => {
  expect(masked('138', '999 9999 9999')).toBe('138')
  expect(masked('1381', '999 9999 9999')).toBe('138 1')
  expect(masked('138-1234-5678', '999 9999 9999')).toBe('138 1234 5678')
  expect(masked('13812345678999', '999 9999 9999')).toBe('138 1234 5678')
  expect(unmasked('138 1234 5678')).toBe('13812345678')
})

test('characters that do not fit the mask are left out', () => {
  expect(masked('1a3b8', '999 9999 9999')).toBe('138')
  expect(masked('h12345678', 'a99999999')).toBe('h12345678')
})

test('the caret stays behind the same character', () => {
  expect(caretAfter('138 1234', 4)).toBe(5)
  expect(caretAfter('138', 3)).toBe(3)
})

test('a stepper clamps, and takes empty as 0', () => {
  expect(clamped('', 1, 5)).toBe(1)
  expect(clamped('', -2, 5)).toBe(0)
  expect(clamped('9', 1, 5)).toBe(5)
  expect(clamped('x', 1, 5)).toBe(1)
})

test('a race time gets its colons during typing, and keeps typed colons', () => {
  expect(['3', '30', '305', '3050', '30500', '120500', '3:05:00', '03:05:00', ''].map(maskedTime)).toEqual([
    '3',
    '30',
    '3:05',
    '30:50',
    '3:05:00',
    '12:05:00',
    '3:05:00',
    '3:05:00',
    '',
  ])
})
