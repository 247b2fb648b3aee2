import { expect, test } from 'vitest'
import { fill, refusal, text, withPlurals } from './words.ts'

test('values replace their placeholders, and a name without a value stays visible', () => {
  expect(fill('{name} has {n} of {n}', { name: '{n}', n: 2 })).toBe('{n} has 2 of 2')
  expect(fill('{n} {m}', { n: 0 })).toBe('0 {m}')
  expect(fill('{n} {n|row|rows}')).toBe('{n} {n|row|rows}')
})

test('a plural follows its number, however the number is written', () => {
  const rows = (n: number | string) => fill('{n} {n|row was|rows were} read', { n })
  expect([1, '1'].map(rows)).toEqual(['1 row was read', '1 row was read'])
  expect([0, 2, 11, 21, -1, 1.5, '0', '1,000', ''].map(rows)).toEqual([
    '0 rows were read',
    '2 rows were read',
    '11 rows were read',
    '21 rows were read',
    '-1 rows were read',
    '1.5 rows were read',
    '0 rows were read',
    '1,000 rows were read',
    ' rows were read',
  ])
  expect(fill('{a} {a|row|rows}, {b} {b|page|pages}; {a|it is|they are} new', { a: 1, b: 2 })).toBe(
    '1 row, 2 pages; it is new',
  )
  expect(fill('{n|one|many}{n||s}', { n: 1 })).toBe('one')
})

test('a plural with a form too few or too many does not compile', () => {
  text('', '', '{n} {n|row|rows} of {of} {of|file|files}')
  // @ts-expect-error One form.
  text('', '', '{n} {n|rows}')
  // @ts-expect-error Three forms, after a right one.
  text('', '', '{a|row|rows} {n|row|rows|row}')
  // @ts-expect-error A refusal is checked as well.
  refusal('422', '', '', '{n} {n|rows}')
  expect(text('行', '列', '{n} {n|row|rows}').en).toBe('{n} {n|row|rows}')
})

test('a document shows the plural form', () => {
  expect(withPlurals('{n} {n|row|rows} of {of}')).toBe('{n} rows of {of}')
})
