import { expect, test } from 'vitest'
import { money, yuan } from './money.ts'

test('an amount has two decimals and its thousands separators', () => {
  expect(money(16000, 'zh-cn')).toBe('¥160.00')
  expect(money(123456789, 'en')).toBe('¥1,234,567.89')
  expect(money(5, 'en')).toBe('¥0.05')
  expect(money(9900, 'en', 'USD')).toBe('US$99.00')
})

test('zero is free in each language', () => {
  expect(money(0, 'zh-cn')).toBe('免费')
  expect(money(0, 'zh-tw')).toBe('免費')
  expect(money(0, 'en')).toBe('Free')
})

test('a negative amount shows as 0', () => {
  expect(money(-100, 'zh-cn')).toBe('0')
  expect(yuan(-1)).toBe('0')
})
