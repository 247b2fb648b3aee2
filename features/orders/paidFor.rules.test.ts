import { expect, test } from 'vitest'
import type { itemKinds } from './items.contract.ts'
import { paidForOf } from './paidFor.rules.ts'

test('an order says whether it pays an entry, add-ons with it, a difference, or other things', () => {
  const lines = (...kinds: (typeof itemKinds)[number][]) => kinds.map((kind) => ({ kind }))
  expect(paidForOf('registrations', lines('entry', 'early'))).toBe('entry')
  expect(paidForOf('registrations', lines('entry', 'addon', 'entry'))).toBe('entry_addons')
  expect(paidForOf('registrations', null)).toBe('entry')
  expect(paidForOf('moves', lines('addon'))).toBe('difference')
  expect(paidForOf('postage', null)).toBe('other')
})
