import { expect, test } from 'vitest'
import { cardsIn, keptOf, cardLinesOf, withFormer } from './lines.rules.ts'

test('lines of cards are read as they were written, and a wrong line is named', () => {
  const cards = [
    { icon: '🌉', name: '长江 大桥', odds: 333_300, pieces: 1000 },
    { icon: '🗼', name: '塔', odds: 666_700, pieces: 5 },
  ]
  expect(cardsIn(`${cardLinesOf(cards)}\n\n`)).toEqual(cards)
  expect(cardsIn('🌉 桥 40% 10\n塔')).toBe(2)
  expect(cardsIn('')).toEqual([])
})

test('a change of a set keeps what the form does not show, and drops the translations of a new name', () => {
  const card = { icon: '🌉', name: '桥', odds: 1_000_000, pieces: 9, names: { en: 'Bridge' }, colour: '#aa0000' }
  expect(withFormer(cardsIn('🌉 桥 60% 9\n🗼 塔 40% 5') as never, [card])).toMatchObject([
    { name: '桥', odds: 600_000, names: { en: 'Bridge' }, colour: '#aa0000' },
    { name: '塔' },
  ])
  const times = { opens_at: '2026-11-27T04:00:00Z', closes_at: null, claim_days: 30 }
  const set = {
    name: '五景',
    names: { en: 'Five views' },
    ...times,
    gift: { name: '章', names: { en: 'Pin' }, icon: '🏅' },
  }
  expect(keptOf(set, '五景', '章')).toEqual({
    kept: { names: { en: 'Five views' }, ...times },
    gift: { names: { en: 'Pin' }, icon: '🏅' },
  })
  expect(keptOf(set, '六景', '牌')).toMatchObject({ kept: { names: {} }, gift: { names: {} } })
})
