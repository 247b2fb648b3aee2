import { expect, test } from 'vitest'
import { losesEnd } from './pasting.ts'

test('a pasted text that does not fit loses its end', () => {
  const at = (value: string, selectionStart = value.length, selectionEnd = value.length) => ({
    value,
    selectionStart,
    selectionEnd,
  })
  expect(losesEnd(at(''), 'x'.repeat(80), 80)).toBe(false)
  expect(losesEnd(at(''), 'x'.repeat(81), 80)).toBe(true)
  expect(losesEnd(at('abc'), 'x'.repeat(78), 80)).toBe(true)
  // The selected letters make room.
  expect(losesEnd(at('abc', 0, 3), 'x'.repeat(80), 80)).toBe(false)
  expect(losesEnd(at(''), `${'x'.repeat(80)}\n`, 80)).toBe(false)
  expect(losesEnd(at(''), 'x'.repeat(900), undefined)).toBe(false)
  expect(losesEnd(at(''), `${'x'.repeat(39)}\r\n${'x'.repeat(40)}`, 80)).toBe(false)
  // An e-mail field does not tell which part of its address is selected.
  const address = { value: 'runner@example.org', selectionStart: null, selectionEnd: null }
  expect(losesEnd(address, 'x'.repeat(80), 80)).toBe(false)
  expect(losesEnd(address, 'x'.repeat(81), 80)).toBe(true)
})
