import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { mobileOf } from './mobile.rules.ts'
import { findWork, isWorkDone, maskMobile, normalAnswer, normalMobile, pictureAlphabet, sha256Words } from './rules.ts'
import { drawPicture } from './picture.service.ts'

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

test('a masked number keeps its beginning and its last four', () => {
  expect(maskMobile('13800001234')).toBe('138****1234')
  expect(maskMobile('+85251234567')).toBe('+852****4567')
})

test('every letter of the alphabet can be drawn, and is read as itself', async () => {
  expect(normalAnswer(pictureAlphabet)).toBe(pictureAlphabet)
  expect(normalAnswer(' z5g 0 ')).toBe('256D')
  for (const letter of pictureAlphabet) expect((await drawPicture(letter, 1)).length).toBeGreaterThan(1000)
  await expect(drawPicture('ß', 1)).rejects.toThrow()
})

test('our SHA-256 is the one of the standard', () => {
  for (const text of ['', 'abc', 'x'.repeat(55), 'x'.repeat(56), 'x'.repeat(63), 'x'.repeat(64), 'x'.repeat(200)]) {
    const words = [...sha256Words(text)].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
    expect(words, String(text.length)).toBe(createHash('sha256').update(text).digest('hex'))
  }
})

test('work is done when it is found, and belongs to one check', () => {
  const answer = findWork('one', 0, 1_000_000, 10)!
  expect(isWorkDone('one', answer, 10)).toBe(true)
  expect(isWorkDone('two', answer, 10) && isWorkDone('three', answer, 10)).toBe(false)
  for (const wrong of ['', '-1', '1e3', ' 1', '1'.repeat(13)]) expect(isWorkDone('one', wrong, 0), wrong).toBe(false)
  expect(findWork('one', 0, 3, 32)).toBeUndefined()
})
