import { expect, it } from 'vitest'
import { hexOfBytes, hoursText, percentEncoded, two } from './written.ts'

it('writes numbers in two digits, and hours that go on counting', () => {
  expect([two(7), two('7'), two(42), two(128)]).toEqual(['07', '07', '42', '128'])
  expect([hoursText(0), hoursText(59), hoursText(11_100), hoursText(100_000)]).toEqual([
    '0:00:00',
    '0:00:59',
    '3:05:00',
    '27:46:40',
  ])
})

it('writes bytes in hexadecimal', () => {
  expect(hexOfBytes(Uint8Array.of(0, 7, 16, 255))).toBe('000710ff')
  expect(hexOfBytes([])).toBe('')
})

it('encodes all characters except the unreserved characters of RFC 3986', () => {
  expect(percentEncoded("a-b_c.d~e (f)!'*/马 ")).toBe('a-b_c.d~e%20%28f%29%21%27%2A%2F%E9%A9%AC%20')
})
