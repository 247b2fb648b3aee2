import { expect, test } from 'vitest'
import { networkOf } from './limits.ts'

test('all addresses of a /64 are one network, in every spelling', () => {
  for (const address of ['2001:db8::1', '2001:db8::a:b:c:d', '2001:db8:0:0:ffff::'])
    expect(networkOf(address)).toBe('2001:db8:0:0')
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2')
  expect(networkOf('2001:db8:1::9')).toBe('2001:db8:1:0')
  expect(networkOf('::1')).toBe('0:0:0:0')
  expect(networkOf('::ffff:203.0.113.9')).toBe('203.0.113.9')
  expect(networkOf('203.0.113.9')).toBe('203.0.113.9')
})
