import { expect, test } from 'vitest'
import { textMatcher } from './matches.ts'

test('a list in the browser takes traditional and simplified characters for the same', () => {
  expect(textMatcher('臺北')('12 台北馬拉松 臺北')).toBe(true)
  expect(textMatcher('马拉松 台北')('12 臺北馬拉松 臺北')).toBe(true)
  expect(textMatcher('報名')('报名设置')).toBe(true)
  expect(textMatcher('上海')('12 臺北馬拉松 臺北')).toBe(false)
})

test('each typed word counts, in any case and width', () => {
  expect(textMatcher('LAKE ten')('Tenth lake run')).toBe(true)
  expect(textMatcher('ＬＡＫＥ')('Tenth lake run')).toBe(true)
  expect(textMatcher('lake sea')('Tenth lake run')).toBe(false)
  expect(textMatcher('(a+')('Tenth (A+) run')).toBe(true)
  expect(textMatcher('')('Tenth lake run')).toBe(true)
  expect(textMatcher('  ')('Tenth lake run')).toBe(true)
})
