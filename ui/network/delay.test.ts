import { expect, test } from 'vitest'
import { delayAt } from './delay.ts'

const window = { from: '2026-12-01T02:00:00Z', until: '2026-12-01T02:10:00Z', most_ms: 3000 }
const at = (iso: string) => Date.parse(iso)

test('a call waits only inside a window, and never longer than the window', () => {
  expect(delayAt([window], at('2026-12-01T01:59:59.999Z'), 0.5)).toBe(0)
  expect(delayAt([window], at('2026-12-01T02:00:00Z'), 0.5)).toBe(1500)
  expect(delayAt([window], at('2026-12-01T02:09:59.999Z'), 0.999)).toBe(2997)
  expect(delayAt([window], at('2026-12-01T02:10:00Z'), 0.999)).toBe(0)
  expect(delayAt([], at('2026-12-01T02:05:00Z'), 0.999)).toBe(0)
})
test('of windows that overlap the longest counts', () => {
  expect(delayAt([window, { ...window, most_ms: 10_000 }], at('2026-12-01T02:05:00Z'), 0.5)).toBe(5000)
})
test('an unreadable window delays nobody', () => {
  expect(delayAt([{ from: 'soon', until: 'later', most_ms: 3000 }], at('2026-12-01T02:05:00Z'), 0.5)).toBe(0)
})
