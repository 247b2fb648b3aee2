import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type RowRange, movedTo } from './windowMove.ts'

test('a jump first draws the visible rows, and then a few rows at either end until all are there', () => {
  const [target, seen]: [RowRange, RowRange] = [
    [900, 936],
    [912, 924],
  ]
  const moves: RowRange[] = [[0, 36]]
  while (String(moves.at(-1)) !== String(target)) moves.push(movedTo(moves.at(-1)!, target, seen, 4))
  expect(moves.slice(1)).toEqual([
    [912, 924],
    [908, 928],
    [904, 932],
    [900, 936],
  ])
})

test('for random moves: visible rows are there after one move, nothing beyond the wanted rows, few extra rows, and the drawing ends', () => {
  const row = fc.nat(400)
  fc.assert(
    fc.property(
      row,
      fc.nat(60),
      fc.nat(380),
      fc.nat(12),
      fc.nat(12),
      fc.nat(12),
      (from, long, first, before, high, after) => {
        const [seen, target]: [RowRange, RowRange] = [
          [first + before, first + before + high],
          [first, first + before + high + after],
        ]
        let now: RowRange = [from, from + long]
        for (let moves = 0; String(now) !== String(target); moves++) {
          expect(moves).toBeLessThan(5)
          const [was, next] = [now, movedTo(now, target, seen, 4)]
          expect(next[0] <= seen[0] && next[1] >= seen[1] && next[0] >= target[0] && next[1] <= target[1]).toBe(true)
          const fresh = Array.from({ length: next[1] - next[0] }, (_, at) => next[0] + at).filter(
            (at) => at < was[0] || at >= was[1],
          )
          expect(fresh.filter((at) => at < seen[0] || at >= seen[1]).length).toBeLessThanOrEqual(8)
          now = next
        }
      },
    ),
  )
})
