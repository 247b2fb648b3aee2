import { once } from 'node:events'
import { type RequestListener, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ViteDevServer } from 'vite'
import { makeFront } from './front.ts'
import { pagesOf, sharedCalls } from './pages.ts'

const saying =
  (text: string): RequestListener =>
  (_, response) =>
    void response.end(text)
const app = (name: string) => ({ middlewares: saying(name) }) as unknown as ViteDevServer
const server = createServer(saying('server'))
const front = makeFront()
const listen = async (one: typeof server): Promise<number> => {
  await once(one.listen(0, '127.0.0.1'), 'listening')
  return (one.address() as AddressInfo).port
}
let port: number
beforeAll(async () => {
  const running = { port: await listen(server), pages: pagesOf(), shared: sharedCalls(), lines: [] }
  front.open({ web: app('web'), console: app('console') }, async () => running)
  port = await listen(front.server)
})
afterAll(() => {
  front.server.close()
  server.close()
})
const ask = async (path: string, accept: string, method = 'GET') =>
  (await fetch(`http://127.0.0.1:${port}${path}`, { method, headers: { accept } })).text()

test('a shared call gets the answer of the server, and a browser that opens its address gets the page', async () => {
  expect(sharedCalls()).toContain('/live/gps')
  expect(await ask('/live/gps?raceid=1', '*/*')).toBe('server')
  expect(await ask('/track/fetch/c1', '*/*'), 'an id behind the slash').toBe('server')
  expect(await ask('/live/gps?raceid=1', 'text/html,*/*;q=0.8')).toBe('web')
  expect(await ask('/live/gps', '*/*', 'POST')).toBe('server')
})
test('the server answers its own addresses, and the apps answer all others', async () => {
  expect(await ask('/up', 'text/html')).toBe('server')
  expect(await ask('/live?raceid=1', '*/*')).toBe('web')
  expect(await ask('/console/226/control', 'text/html')).toBe('console')
})
