import { expect, test } from 'vitest'
import type { itemKinds } from './items.contract.ts'
import { paidForOf, peopleIn } from './paidFor.rules.ts'

test('an order says whether it pays an entry, add-ons with it, a difference, or other things', () => {
  const lines = (...kinds: (typeof itemKinds)[number][]) => kinds.map((kind) => ({ kind }))
  expect(paidForOf('registrations', lines('entry', 'early'))).toBe('entry')
  expect(paidForOf('registrations', lines('entry', 'addon', 'entry'))).toBe('entry_addons')
  expect(paidForOf('registrations', null)).toBe('entry')
  expect(paidForOf('moves', lines('addon'))).toBe('difference')
  expect(paidForOf('postage', null)).toBe('other')
})

test('an order pays for the people of its lines, whichever tab or device shows it', () => {
  expect(peopleIn(null)).toBe(1)
  expect(peopleIn([{ kind: 'goods', n: 4 }])).toBe(1)
  expect(
    peopleIn([
      { kind: 'entry', n: 2 },
      { kind: 'entry', n: 1 },
      { kind: 'group', n: 3 },
      { kind: 'addon', n: 5 },
    ]),
  ).toBe(3)
})
