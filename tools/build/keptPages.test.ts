import { expect, test } from 'vitest'
import { keptPages } from './keptPages.ts'

/** Makes a function from its text, as the worker does. The function cannot use the rest of its source file. */
const inWorker = (text: string) => new Function(`return (${text})`)() as (given: object) => Promise<unknown>

test('a page is kept without the number, the token or the person that its link names', async () => {
  const keyOf = inWorker(String(keptPages.cacheKeyWillBeUsed))
  expect(
    await keyOf({
      request: {
        url: 'http://localhost:3000/query?raceid=2026&idnum=330102199001011234&_token=secret&openid=o1&uid=7&_key=1-x&lang=en#top',
      },
    }),
  ).toBe('http://localhost:3000/query?raceid=2026&lang=en')
  expect(await keyOf({ request: { url: 'http://localhost:3000/' } })).toBe('http://localhost:3000/')
})

test('an answer that must not be stored is not kept, and neither is a failure', async () => {
  const kept = inWorker(String(keptPages.cacheWillUpdate))
  const page = (status: number, control: string) => new Response('', { status, headers: { 'cache-control': control } })
  expect(await kept({ response: page(200, 'no-cache') })).toBeInstanceOf(Response)
  expect(await kept({ response: page(200, 'no-store') })).toBeNull()
  expect(await kept({ response: page(503, 'no-cache') })).toBeNull()
})

test('a kept page does not show the moment of its answer as the present moment', async () => {
  const keep = inWorker(String(keptPages.cacheWillUpdate))
  const headers = { 'cache-control': 'no-cache', 'server-timing': 'now;desc="1"', 'content-security-policy': 'x' }
  const kept = (await keep({ response: new Response('<html>', { headers }) })) as Response
  expect(kept.headers.get('server-timing')).toBeNull()
  expect(kept.headers.get('content-security-policy')).toBe('x')
  expect(await kept.text()).toBe('<html>')
})
