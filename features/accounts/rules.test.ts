import { expect, test } from 'vitest'
import { mobileOf } from './mobile.rules.ts'
import { maskMobile, normalMobile } from './rules.ts'

test('one number has one normal form', () => {
  for (const same of [
    '13800001234',
    '138 0000 1234',
    '138-0000-1234',
    '+8613800001234',
    '+86 138 0000 1234',
    '008613800001234',
    '8613800001234',
    '１３８００００１２３４',
    '\u202a13800001234\u202c',
  ])
    expect(normalMobile(same), same).toBe('13800001234')
  expect(normalMobile('00 852 5123 4567')).toBe('+85251234567')
})

test('the mainland by the specification, other countries by the library', () => {
  expect(mobileOf('10000000000')).toBe('10000000000')
  expect(mobileOf('+44 (0) 7911 123456')).toBe('+447911123456')
  for (const wrong of ['', '1', '+', '+0123456789', '+85221234', '+99912345678', '138000012345', '+86 021 12345678'])
    expect(mobileOf(wrong), wrong).toBeUndefined()
})

test('a masked number keeps its beginning and its last four digits', () => {
  expect(maskMobile('13800001234')).toBe('138****1234')
  expect(maskMobile('+85251234567')).toBe('+852****4567')
})
