import { expect, test } from 'vitest'
import { cardsIn, linesOf } from './lines.rules.ts'

test('lines of cards are read as they are written, and a wrong line is named', () => {
  const cards = [
    { icon: '🌉', name: '长江 大桥', odds: 333_300, pieces: 1000 },
    { icon: '🗼', name: '塔', odds: 666_700, pieces: 5 },
  ]
  expect(cardsIn(`${linesOf(cards)}\n\n`)).toEqual(cards)
  expect(cardsIn('🌉 桥 40% 10\n塔')).toBe(2)
  expect(cardsIn('')).toEqual([])
})
