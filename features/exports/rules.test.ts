import { expect, test } from 'vitest'
import { csvLine } from '#features/files/csv.rules.ts'
import { chosenColumns, csvCell, localMoment, widthOf } from './rules.ts'

test('a moment is written on the clock of the race, in summer and in winter', () => {
  expect(localMoment('Asia/Shanghai', new Date('2026-02-28T16:00:05Z'))).toBe('2026-03-01 00:00:05')
  expect(localMoment('Europe/Berlin', new Date('2026-03-29T00:59:59Z'))).toBe('2026-03-29 01:59:59')
  expect(localMoment('Europe/Berlin', new Date('2026-03-29T01:00:00Z'))).toBe('2026-03-29 03:00:00')
  expect(localMoment('Asia/Kathmandu', new Date('2026-01-01T00:00:00Z'))).toBe('2026-01-01 05:45:00')
})

test('cells as text', () => {
  expect(csvCell('money', 18_050, 'UTC')).toBe('180.50')
  expect(csvCell('money', -5, 'UTC')).toBe('-0.05')
  expect(csvCell('span', 11_100_900, 'UTC')).toBe('3:05:00')
  expect(csvCell('number', 0, 'UTC')).toBe(0)
  expect(csvCell('moment', new Date('2026-01-01T00:00:00Z'), 'Asia/Shanghai')).toBe('2026-01-01 08:00:00')
  expect(csvCell('text', null, 'UTC')).toBeNull()
})

test('columns are chosen in their order, each once', () => {
  const columns = [{ name: 'a' }, { name: 'b' }]
  expect(chosenColumns(columns, ['b', 'a'])).toEqual([{ name: 'b' }, { name: 'a' }])
  expect(chosenColumns(columns, ['a', 'a'])).toBeUndefined()
  expect(chosenColumns(columns, ['c'])).toBeUndefined()
})

test('a column is as wide as its title', () => {
  expect(widthOf('number', '年龄')).toBe(10)
  expect(widthOf('number', '比赛日的年龄')).toBe(14)
})

test('a negative amount of a CSV file has two decimals and no apostrophe, and a formula has one', () => {
  expect(csvLine([csvCell('money', -9_720, 'UTC'), '-1+2', '=1', '-'])).toBe("-97.20,'-1+2,'=1,'-\r\n")
})
