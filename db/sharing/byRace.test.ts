import { expect, test } from 'vitest'
import { byRace, takeByRace } from './byRace.ts'

test('rows are split by race, races in order, rows in the order of their arrival', () => {
  const rows = [
    { raceid: 9, id: 1 },
    { raceid: 2, id: 3 },
    { raceid: 9, id: 0 },
    { raceid: 10, id: 5 },
  ]
  expect(byRace(rows).map(([raceid, some]) => [raceid, some.map(({ id }) => id)])).toEqual([
    [2, [3]],
    [9, [1, 0]],
    [10, [5]],
  ])
  expect(byRace([])).toEqual([])
})

/** The waiting rows of three races. Other transactions have locked the rows of race 2. */
const waiting = new Map([
  [1, ['a', 'b']],
  [2, []],
  [3, ['c', 'd', 'e']],
])
const next = (but: readonly number[]) => Promise.resolve([...waiting.keys()].find((raceid) => !but.includes(raceid)))
const take = (raceid: number, limit: number) => Promise.resolve(waiting.get(raceid)!.slice(0, limit))

test('rows are taken race by race, past a race with locked rows, and no more rows than the limit', async () => {
  expect(await takeByRace(9, next, take)).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(await takeByRace(3, next, take)).toEqual(['a', 'b', 'c'])
  expect(await takeByRace(1, next, take)).toEqual(['a'])
  expect(await takeByRace(9, () => Promise.resolve(undefined), take)).toEqual([])
})
