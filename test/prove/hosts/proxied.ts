/** Stories that go through pages, payment, the live stream and results. */
export const throughProxies = [
  'test/e2e/entry/signup.test.ts',
  'test/e2e/money/pay.test.ts',
  'test/e2e/raceday/live.test.ts',
  'test/e2e/results/results.test.ts',
]
