import { expect, test } from 'vitest'
import { wrong } from '#contract/wrong.ts'
import { fenOf, readNumber, yuanOf } from './numbers.ts'

test('a count is whole and not negative; other texts are refused and not changed into another number', () => {
  expect(readNumber('20000')).toEqual({ value: 20_000 })
  expect(readNumber('20,000')).toEqual({ value: 20_000 })
  expect(readNumber('２００')).toEqual({ value: 200 })
  expect(readNumber(' 3.0 ')).toEqual({ value: 3 })
  expect(readNumber('')).toBe('empty')
  expect(readNumber('1.5')).toEqual({ fault: { message: wrong.whole } })
  expect(readNumber('-5')).toEqual({ fault: { message: wrong.too_small, n: 0 } })
  expect(readNumber('−5')).toEqual({ fault: { message: wrong.too_small, n: 0 } })
  for (const text of ['abc', '1e3', '1,5', '1,23', '--5', '5-', '.', '1.2.3', '十', '0x10', '∞', '9'.repeat(400)])
    expect(readNumber(text), text).toEqual({ fault: { message: wrong.number } })
  expect(readNumber('11', { max: 10 })).toEqual({ fault: { message: wrong.too_big, n: 10 } })
  expect(readNumber('9007199254740992')).toEqual({ fault: { message: wrong.too_big, n: Number.MAX_SAFE_INTEGER } })
  expect(readNumber('-5', { min: -10 })).toEqual({ value: -5 })
})

test('money is typed in yuan with at most two decimals and kept in fen, without an error of binary fractions', () => {
  expect(readNumber('¥129.90', { decimals: 2 })).toEqual({ value: 129.9 })
  expect(readNumber('0.005', { decimals: 2 })).toEqual({ fault: { message: wrong.decimals, n: 2 } })
  for (const fen of [0, 1, 7, 110, 115, 1999, 8_888, 12_990, 99_999_999]) expect(fenOf(yuanOf(fen))).toBe(fen)
  expect(fenOf(1.15)).toBe(115)
  expect(fenOf(19.99)).toBe(1999)
})
