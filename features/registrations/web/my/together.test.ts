import { expect, test } from 'vitest'
import { groupByOrder } from './groupByOrder.ts'

test('people under one order are grouped in the order of their entry, everybody else is alone', () => {
  const list = [
    { id: 9, orderid: null },
    { id: 8, orderid: 3 },
    { id: 7, orderid: 2 },
    { id: 6, orderid: 3 },
    { id: 5, orderid: null },
  ]
  expect(groupByOrder(list).map((group) => group.map(({ id }) => id))).toEqual([[9], [6, 8], [7], [5]])
  expect(groupByOrder([])).toEqual([])
})
