import { expect, test } from 'vitest'
import { momentText } from './momentText.ts'

test('a moment of another year shows its year, by the clock of the race', () => {
  const zone = 'Asia/Shanghai'
  const beforeMidnight = new Date('2026-12-31T15:59:00Z')
  const midnight = '2026-12-31T16:00:00Z'
  expect(momentText(midnight, 'en', zone, beforeMidnight)).toMatch(/^1 January 2027/)
  expect(momentText(midnight, 'zh-cn', zone, beforeMidnight)).toMatch(/^2027年1月1日 00:00/)
  expect(momentText(beforeMidnight, 'zh-cn', zone, beforeMidnight)).toMatch(/^12月31日 23:59/)
  expect(momentText('2026-12-31T15:59:00Z', 'en', zone, new Date(midnight))).toMatch(/^31 December 2026/)
})
