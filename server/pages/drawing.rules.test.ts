import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawingShareOf } from './drawing.rules.ts'

test('work that asks first uses no more than its share, except for the saved second and the present piece', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.05, max: 0.9, noNaN: true }),
      fc.array(fc.record({ wait: fc.nat(400), takes: fc.integer({ min: 1, max: 60 }) }), { maxLength: 300 }),
      (share, pieces) => {
        const work = drawingShareOf(share, 0)
        let [now, spent, longest] = [0, 0, 0]
        for (const { wait, takes } of pieces) {
          now += wait
          if (!work.isLeft(now)) continue
          now += takes
          spent += takes
          longest = Math.max(longest, takes)
          work.take(takes)
        }
        expect(spent).toBeLessThanOrEqual(share * (now + 1000) + longest + 0.001)
      },
    ),
  )
})

test('after a rush there is time again', () => {
  const work = drawingShareOf(0.25, 0)
  expect(work.isLeft(0)).toBe(true)
  work.take(300)
  expect(work.isLeft(100)).toBe(false)
  expect(work.isLeft(201)).toBe(true)
})
