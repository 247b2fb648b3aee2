import { expect, test } from 'vitest'
import { matching } from './matches.ts'

test('a list in the browser takes traditional and simplified characters for the same', () => {
  expect(matching('臺北')('12 台北馬拉松 臺北')).toBe(true)
  expect(matching('马拉松 台北')('12 臺北馬拉松 臺北')).toBe(true)
  expect(matching('報名')('报名设置')).toBe(true)
  expect(matching('上海')('12 臺北馬拉松 臺北')).toBe(false)
})

test('each typed word counts, in any case and width', () => {
  expect(matching('LAKE ten')('Tenth lake run')).toBe(true)
  expect(matching('ＬＡＫＥ')('Tenth lake run')).toBe(true)
  expect(matching('lake sea')('Tenth lake run')).toBe(false)
  expect(matching('(a+')('Tenth (A+) run')).toBe(true)
  expect(matching('')('Tenth lake run')).toBe(true)
  expect(matching('  ')('Tenth lake run')).toBe(true)
})
