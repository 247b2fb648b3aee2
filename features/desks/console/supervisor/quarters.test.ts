import { expect, test } from 'vitest'
import { quartersOf } from './quarters.ts'

const desk = (id: number, ...quarters: (readonly [at: string, packs: number])[]) => ({
  id,
  name: `${id}`,
  packs: 0,
  pace: 0,
  quarters: quarters.map(([at, packs]) => ({ at: `2026-10-30T${at}:00Z`, packs })),
})

test('fills an empty quarter hour and leaves a long break out', () => {
  expect(quartersOf([])).toEqual([])
  const found = quartersOf([desk(1, ['01:00', 5], ['01:30', 2]), desk(2, ['09:15', 7])])
  expect(found.map(({ at, packs }) => `${at.slice(11, 16)} ${packs.join('+')}`)).toEqual([
    '01:00 5+0',
    '01:15 0+0',
    '01:30 2+0',
    '09:15 0+7',
  ])
})
