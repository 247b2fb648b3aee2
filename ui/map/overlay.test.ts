import { expect, test } from 'vitest'
import { gathered } from './overlay.ts'

test('a later piece stands for the pieces that it would cover, and distant pieces stand for themselves', () => {
  expect(gathered([])).toEqual([])
  expect(
    gathered([
      { x: 0, y: 0 },
      { x: 200, y: 0 },
      { x: 10, y: 20 },
      { x: 10, y: 90 },
    ]),
  ).toEqual([2, 1, 2, 3])
})
test('a piece that no shown piece covers is shown, although a hidden piece lies between them', () => {
  expect(
    gathered([
      { x: 0, y: 0 },
      { x: 40, y: 0 },
      { x: 80, y: 0 },
    ]),
  ).toEqual([0, 2, 2])
})
