import { afterEach, expect, test, vi } from 'vitest'
import { repeatedRequests } from './repeatedRequests.ts'

const request = { url: 'https://races.example/assets/a1b2.js' }
const { handlerDidError } = repeatedRequests

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const fetchAfter = (failures: number) => {
  const fetched = vi.fn(async () => {
    if (fetched.mock.calls.length <= failures) throw new TypeError('the connection is dead')
    return new Response('file')
  })
  vi.stubGlobal('fetch', fetched)
  vi.useFakeTimers()
  return fetched
}

test('repeats a request over dead connections until one of them is alive', async () => {
  const fetched = fetchAfter(4)
  const answer = handlerDidError({ request })
  await vi.runAllTimersAsync()
  expect(await (await answer)?.text()).toBe('file')
  expect(fetched.mock.calls.map(([url]: unknown[]) => url)).toEqual(Array.from({ length: 5 }, () => request.url))
})

test('gives up without a network', async () => {
  const fetched = fetchAfter(Infinity)
  const answer = handlerDidError({ request })
  await vi.runAllTimersAsync()
  expect(await answer).toBeUndefined()
  expect(fetched).toHaveBeenCalledTimes(6)
})
