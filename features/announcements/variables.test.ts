import { expect, test } from 'vitest'
import { text } from '#contract/words.ts'
import { filled, holdsPersonalVariable, countTextParts, unknownIn } from './variables.rules.ts'

const values = { name: '李四', event: '全程', bib: '', zone: '', race: '上海马拉松' }

test('a variable is filled, and a missing value becomes the word behind the bar', () => {
  expect(filled('{name|选手}您好，您的参赛号是{bib|待分配}，{zone}', values)).toBe('李四您好，您的参赛号是待分配，')
  expect(filled('{name}', { ...values, name: '{bib|x}' }), 'a value is no variable').toBe('{bib|x}')
  expect(filled('$& {race}', { ...values, race: '$1' })).toBe('$& $1')
})

test('an unknown variable is found before anything is sent', () => {
  expect(unknownIn('{name} {bib|号} {race}')).toEqual([])
  expect(unknownIn('{idnum} {mobile|x}')).toEqual(['{idnum}', '{mobile|x}'])
  expect(unknownIn('{Name}')).toEqual(['{Name}'])
  expect(unknownIn('{name')).toEqual(['{name'])
  expect(unknownIn('a } b')).toEqual(['}'])
  expect(unknownIn('{constructor}')).toEqual(['{constructor}'])
})

test('only a text about one registration makes a message for each registration', () => {
  expect(holdsPersonalVariable(text('您好', '', ''))).toBe(false)
  expect(holdsPersonalVariable(text('{race}', '', ''))).toBe(false)
  expect(holdsPersonalVariable(text('您好', '', 'Dear {name}'))).toBe(true)
})

test('a provider charges 70 signs as one part, and 67 for each of several', () => {
  expect([0, 1, 70, 71, 134, 135].map((n) => countTextParts('字'.repeat(n)))).toEqual([1, 1, 1, 2, 2, 3])
})
