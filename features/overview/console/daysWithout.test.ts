import { expect, test } from 'vitest'
import { daysWithout } from './daysWithout.ts'

test('days without anything stand between the others, over the end of a month', () => {
  expect(daysWithout(['2026-02-27', '2026-03-02'], [{ values: [3, 5] }])).toEqual({
    days: ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'],
    lines: [{ values: [3, 0, 0, 5] }],
  })
  expect(daysWithout([], [{ values: [] }])).toEqual({ days: [], lines: [{ values: [] }] })
})
