import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { judgeSkipped, mostSkipped } from './skipped.rules.ts'

test('as many tests as the README says may be skipped, each with its reason', () => {
  expect(mostSkipped('A clone skips 3 tests by name')).toBe(3)
  expect(mostSkipped(readFileSync('README.md', 'utf8'))).toBeGreaterThan(0)
  expect(() => mostSkipped('')).toThrow('README.md')
  expect(judgeSkipped({}, 0)).toEqual({ lines: ['No test was skipped.'], wrong: undefined })
  expect(judgeSkipped({ absent: 3 }, 3)).toEqual({
    lines: ['3 test(s) were skipped:', '  3: absent'],
    wrong: undefined,
  })
})

test('one more skipped test, or a test without a reason, is wrong', () => {
  expect(judgeSkipped({ absent: 3, 'also absent': 1 }, 3).wrong).toContain('4 tests were skipped')
  expect(judgeSkipped({ '': 1 }, 3).wrong).toContain('without a reason')
})
