import { expect, test } from 'vitest'
import { liveMoment } from './liveMoment.ts'

test('a moment of another day has its day, by the zone of the race', () => {
  const now = '2026-11-01T15:30:00Z'
  const written = (at: string, lang: 'zh-cn' | 'en' = 'zh-cn') => liveMoment(at, now, lang, 'Asia/Shanghai')
  expect(written('2026-11-01T15:59:59Z')).toBe('23:59:59')
  expect(written('2026-11-01T16:00:00Z'), 'midnight in Shanghai').toBe('11月2日 00:00:00')
  expect(written('2026-10-31T15:00:00Z'), 'a device that has been silent since yesterday').toBe('10月31日 23:00:00')
  expect(written('2026-11-01T18:05:09Z', 'en')).toBe('2 Nov 02:05:09')
})
