import { expect, test } from 'vitest'
import { hanForms, namePattern } from './han.ts'
import { hanVariants } from './hanVariants.ts'

test('each character of the list is in one group only', () => {
  const letters = [...hanVariants.replaceAll(/\s/gu, '')]
  expect(letters.length).toBeGreaterThan(5000)
  expect(new Set(letters).size).toBe(letters.length)
})

test('a character has its forms in traditional and simplified Chinese', () => {
  expect([...hanForms('发')].toSorted()).toEqual(['发', '發', '髮'])
  expect(hanForms('髮')).toBe(hanForms('發'))
  for (const same of ['一', 'é', '䶮', '👩']) expect([...hanForms(same)]).toContain(same)
  expect(hanForms('林')).toBe('林')
})

test('a name is the same in traditional, simplified and mixed characters', () => {
  for (const [one, other] of [
    ['周曉瀾', '周晓澜'],
    ['周曉澜', '周晓澜'],
    ['呂淑黃', '吕淑黄'],
    ['歐陽鋒', '欧阳锋'],
    ['龔遠韜', '龚远韬'],
  ] as const)
    for (const [typed, name] of [
      [one, other],
      [other, one],
    ] as const)
      expect(new RegExp(namePattern(typed), 'u').test(name), `${typed} in ${name}`).toBe(true)
  expect(new RegExp(namePattern('周小兰'), 'u').test('周晓澜')).toBe(false)
  const odd = 'a+b (c) [d] {e} ^f$ g|h\\i.j*k?/l-m 👩‍👩‍👧'
  expect(new RegExp(`^${namePattern(odd)}$`, 'u').test(odd)).toBe(true)
})
