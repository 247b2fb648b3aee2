import { expect, test } from 'vitest'
import { type OrderedCase, casesInOrder } from './order.rules.ts'

const one = (id: number, kind: OrderedCase['kind'], change: Partial<OrderedCase> = {}): OrderedCase => ({
  id,
  eventid: 1,
  kind,
  bib: `b${id}`,
  other_bib: '',
  mean: null,
  points: null,
  ratio: null,
  late: null,
  ...change,
})
const pair = (id: number, bib: string, other_bib: string, mean: number, points = 5): OrderedCase =>
  one(id, 'together', { bib, other_bib, mean, points })
const ids = (cases: readonly OrderedCase[]) => casesInOrder(cases).map(({ id }) => id)

test('cases that a person saw come first, then photos, then pairs, then fast times', () => {
  const cases = [one(1, 'pace', { ratio: 0.5 }), pair(2, '1', '2', 0), one(3, 'photo', { late: 5 }), one(4, 'gender')]
  expect(ids(cases)).toEqual([4, 3, 2, 1])
})

test('the strongest figures come first', () => {
  expect(ids([pair(1, '1', '2', 200), pair(2, '3', '4', 0, 5), pair(3, '5', '6', 0, 9)])).toEqual([3, 2, 1])
  expect(ids([one(1, 'pace', { ratio: 0.7 }), one(2, 'pace', { ratio: 0.5 })])).toEqual([2, 1])
  expect(ids([one(1, 'photo', { late: 200_000 }), one(2, 'photo', { late: -900_000 })])).toEqual([2, 1])
})

test('pairs of a group of three or more come last, together, with all its bibs', () => {
  const cases = [
    pair(1, '10', '11', 0),
    pair(2, '20', '21', 100),
    pair(3, '11', '12', 0),
    pair(4, '30', '31', 0),
    one(5, 'pace', { ratio: 0.7 }),
    pair(6, '31', '32', 0),
    pair(7, '32', '33', 0),
    pair(8, '10', '12', 50),
  ]
  const ordered = casesInOrder(cases)
  expect(ordered.map(({ id }) => id)).toEqual([2, 5, 1, 3, 8, 4, 6, 7])
  expect(ordered.find(({ id }) => id === 8)!.group).toEqual(['10', '11', '12'])
  expect(ordered.find(({ id }) => id === 2)!.group).toEqual([])
})

test('equal bibs of two events form no group', () => {
  const cases = [pair(1, '1', '2', 0), { ...pair(2, '2', '3', 0), eventid: 2 }]
  expect(casesInOrder(cases).map(({ group }) => group)).toEqual([[], []])
  expect(casesInOrder([])).toEqual([])
})
