import { expect, test } from 'vitest'
import { sayDoubt } from './problemText.rules.ts'

test('the day of a coming race is written in the language of its reader', () => {
  const { values } = sayDoubt({ word: 'race_ahead', given: '2026-12-20' })
  expect(values('zh-cn').given).toBe('2026年12月20日')
  expect(values('zh-tw').given).toBe('2026年12月20日')
  expect(values('en').given).toBe('20 December 2026')
})
