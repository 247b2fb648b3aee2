import { expect, test } from 'vitest'
import { demoNotices } from './notices.ts'
import { demoRaces, sundayIn } from '../races.ts'

const day = 86_400_000

test('on every day of the week, a notice of a finished race is later than the race', () => {
  for (let n = 0; n < 7; n++) {
    const now = new Date(Date.UTC(2026, 10, 23 + n, 3))
    for (const { raceid, ago } of demoNotices) {
      const { days } = demoRaces.find(({ id }) => id === raceid)!
      if (days > 0) continue
      const published = now.getTime() - ago * day
      expect(published, `race ${raceid}`).toBeGreaterThan(sundayIn(days, now).getTime() + day / 2)
    }
  }
})
