import { expect, test } from 'vitest'
import { aroundDifference } from './aroundDifference.ts'

test('a short text is shown whole', () => {
  expect(aroundDifference('海屿马拉松', '')).toBe('海屿马拉松')
})

test('two long texts that begin alike are shown where they differ', () => {
  const same = '<p>领物须知</p>'.repeat(100)
  const [one, other] = [`${same}周六${same}`, `${same}周日${same}`]
  expect(aroundDifference(one, other)).toContain('周六')
  expect(aroundDifference(other, one)).toContain('周日')
  expect(aroundDifference(one, other)).toMatch(/^….{200}…$/s)
})

test('a text that only ends earlier is shown at its end, and no character is cut in half', () => {
  const long = '𠮷'.repeat(300)
  expect(aroundDifference(long, `${long}𠮷`).startsWith('…𠮷')).toBe(true)
  expect(aroundDifference(long, `${long}𠮷`)).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/)
  expect(aroundDifference(`${long}𠮷`, long)).not.toMatch(/(?<![\ud800-\udbff])[\udc00-\udfff]/)
})
