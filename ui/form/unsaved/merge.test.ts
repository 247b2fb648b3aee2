import { expect, test } from 'vitest'
import { changedFields, isSame, merged } from './merge.ts'

type Form = { name: string; city: string; settings: { pay: number; teams?: boolean }; list: number[] }
const base: Form = { name: 'a', city: 'x', settings: { pay: 30 }, list: [1, 2] }
const deep = ['settings']

test('a change is named by its field, down to the requested parts', () => {
  expect(changedFields(base, { ...base }, deep)).toEqual([])
  expect(changedFields(base, { ...base, name: 'b', settings: { pay: 30, teams: true } }, deep)).toEqual([
    'name',
    'settings.teams',
  ])
  expect(changedFields(base, { ...base, list: [2, 1] }, deep)).toEqual(['list'])
  expect(isSame({ one: 1, two: undefined }, { one: 1 })).toBe(true)
  expect(isSame({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(true)
  expect(isSame(Number.NaN, null)).toBe(false)
})

test('changes of two people to different fields are both taken', () => {
  const mine = { ...base, name: 'mine', settings: { pay: 45 } }
  const theirs = { ...base, city: 'theirs', settings: { pay: 30, teams: true } }
  expect(merged(base, mine, theirs, deep)).toEqual({
    form: { name: 'mine', city: 'theirs', settings: { pay: 45, teams: true }, list: [1, 2] },
    conflicts: [],
  })
})

test('for one field that both changed the page asks, unless both wrote the same', () => {
  const mine = { ...base, name: 'mine', city: 'same' }
  const theirs = { ...base, name: 'theirs', city: 'same' }
  expect(merged(base, mine, theirs, deep)).toEqual({
    form: { ...base, name: 'mine', city: 'same' },
    conflicts: [{ name: 'name', mine: 'mine', theirs: 'theirs' }],
  })
})

test('an emptied field stays empty, and an unchanged field follows the other person', () => {
  const before: Form = { ...base, settings: { pay: 30, teams: true } }
  const mine: Form = { ...before, settings: { pay: 30 } }
  const theirs: Form = { ...before, list: [3] }
  expect(merged(before, mine, theirs, deep).form).toEqual({
    ...base,
    list: [3],
    settings: { pay: 30, teams: undefined },
  })
})
