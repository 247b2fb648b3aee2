import { expect, test } from 'vitest'
import { type Recorded, requestsUntilSettled } from './requests.rules.ts'

const request = (url: string, from: number, to: number, change: Partial<Recorded> = {}): Recorded => ({
  url,
  sessionTargetType: 'page',
  cache: 'none',
  networkRequestTime: from,
  networkEndTime: to,
  transferSize: 500,
  ...change,
})

test('a page has settled once no request has been open for two seconds after its largest paint', () => {
  const recorded = [
    request('/pay', 0, 900),
    request('/late-picture', 3_100, 3_900),
    request('/state?1', 1_000, 1_600),
    request('/state?2', 5_950, 6_400),
    request('/state?3', 9_400, 9_900),
  ]
  expect(requestsUntilSettled(recorded, 1_200)).toEqual({
    page: ['/pay', '/state?1', '/late-picture'],
    worker: [],
    settledMs: 5_900,
  })
  expect(requestsUntilSettled(recorded, 6_000).page).toHaveLength(4)
})

test("reads from the browser's own store are no requests, and reads of a worker are counted apart", () => {
  const recorded = [
    request('/', 0, 900),
    request('/assets/a.js', 950, 951, { cache: 'disk' }),
    request('/assets/b.js', 950, 951, { transferSize: 0 }),
    request('data:image/png;base64,AA', 950, 951),
    request('/worker.js', 1_500, 1_900, { sessionTargetType: 'service_worker' }),
    request('/assets/c.js', 1_950, 1_960, { sessionTargetType: 'service_worker', transferSize: 0 }),
    request('/kept', 9_000, 9_100, { sessionTargetType: 'service_worker' }),
  ]
  expect(requestsUntilSettled(recorded, 1_000)).toEqual({ page: ['/'], worker: ['/worker.js'], settledMs: 3_000 })
})
