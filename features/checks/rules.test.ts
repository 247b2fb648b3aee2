import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { findWork, isWorkDone, normalCheckAnswer, pictureAlphabet, sha256Words } from './rules.ts'
import { drawPicture } from './picture.service.ts'

test('each letter of the alphabet can be drawn, and is read as the same letter', async () => {
  expect(normalCheckAnswer(pictureAlphabet)).toBe(pictureAlphabet)
  expect(normalCheckAnswer(' z5g 0 ')).toBe('256D')
  expect(normalCheckAnswer(' 016 025 '), 'what was heard').toBe('016025')
  for (const letter of pictureAlphabet) expect((await drawPicture(letter, 1)).length).toBeGreaterThan(1000)
  await expect(drawPicture('ß', 1)).rejects.toThrow()
})

test('our SHA-256 gives the values of the standard', () => {
  for (const text of ['', 'abc', 'x'.repeat(55), 'x'.repeat(56), 'x'.repeat(63), 'x'.repeat(64), 'x'.repeat(200)]) {
    const words = [...sha256Words(text)].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
    expect(words, String(text.length)).toBe(createHash('sha256').update(text).digest('hex'))
  }
})

test('work is valid once it is found, and belongs to one check', () => {
  const answer = findWork('one', 0, 1_000_000, 10)!
  expect(isWorkDone('one', answer, 10)).toBe(true)
  expect(isWorkDone('two', answer, 10) && isWorkDone('three', answer, 10)).toBe(false)
  for (const wrong of ['', '-1', '1e3', ' 1', '1'.repeat(13)]) expect(isWorkDone('one', wrong, 0), wrong).toBe(false)
  expect(findWork('one', 0, 3, 32)).toBeUndefined()
})
