import { expect, test } from 'vitest'
import { withGaps } from './gaps.ts'

test('days without figures are listed between the others, over the end of a month', () => {
  expect(withGaps('day', ['2026-02-27', '2026-03-02'], [{ values: [3, 5] }])).toEqual({
    periods: ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'],
    lines: [{ values: [3, 0, 0, 5] }],
  })
  expect(withGaps('day', [], [{ values: [] }])).toEqual({ periods: [], lines: [{ values: [] }] })
})

test('hours without figures are listed between the others, over midnight and a leap day', () => {
  expect(withGaps('hour', ['2028-02-28T23', '2028-02-29T01'], [{ values: [1, 2] }])).toEqual({
    periods: ['2028-02-28T23', '2028-02-29T00', '2028-02-29T01'],
    lines: [{ values: [1, 0, 2] }],
  })
})
