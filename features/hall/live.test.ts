import { type ClientRequest, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { saveRace } from '#features/races/service.ts'
import { deviceCookies, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { consoleHallStation, hallFetch } from './contract.ts'
import { mostOfAddress } from './live.service.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const now = world.clock.now()
  await world.db.transaction().execute((tx) => saveRace(tx, { id: 98, name: '未发布', time: now }, now))
})
afterAll(() => world?.close())

test('only staff who run a hall follow it while its race is hidden', async () => {
  const at = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}/hall/live?raceid=98`
  const stop = new AbortController()
  const as = async (raceid: number, role: 'timer' | 'photographer') => {
    const { token } = await staffSession(world, [{ raceid, role }])
    return (await fetch(at, { headers: { authorization: `Bearer ${token}` }, signal: stop.signal })).status
  }
  expect((await fetch(at)).status).toBe(404)
  expect([await as(98, 'timer'), await as(98, 'photographer'), await as(7, 'timer')]).toEqual([200, 404, 404])
  stop.abort()
})

test('one address has a limit of lines; a closed line makes space, and another address is let in', async () => {
  const now = world.clock.now()
  await world.db
    .transaction()
    .execute((tx) => saveRace(tx, { id: 99, name: '夜跑', time: now, published_at: now }, now))
  const { port } = world.app.server.address() as AddressInfo
  const lines: ClientRequest[] = []
  /** Returns the status of a stream from one of this machine's addresses. */
  const follow = (localAddress = '127.0.0.1', cookie = '') =>
    new Promise<number>((resolve, reject) => {
      const at = { port, path: '/hall/live?raceid=99', localAddress, host: '127.0.0.1', headers: { cookie } }
      const request = get(at, (response) => {
        response.on('error', () => undefined)
        resolve(response.statusCode!)
      })
      request.on('error', reject)
      lines.push(request)
    })
  for (let from = 0; from < mostOfAddress; from += 50)
    expect(new Set(await Promise.all(Array.from({ length: 50 }, () => follow())))).toEqual(new Set([200]))
  expect([await follow(), await follow('127.9.9.9')]).toEqual([429, 200])
  // A browser that a person has used, and the browser of a station, do not count towards the limit of the address.
  const [used, fresh] = [(await deviceCookies(world, 1, true))[0]!, (await deviceCookies(world, 1))[0]!]
  expect([await follow('127.0.0.1', used), await follow('127.0.0.1', fresh)]).toEqual([200, 429])
  const timer = await staffSession(world, [{ raceid: 99, role: 'timer' }])
  const { link } = await world.ask(consoleHallStation, { raceid: 99, kind: 'screen', name: '大屏' }, timer)
  const station = new URLSearchParams(new URL(link!).hash.slice(1)).get('station')!
  const given = await world.app.inject({
    method: 'POST',
    url: hallFetch.path,
    payload: { station },
    headers: { cookie: fresh, origin: world.parts.origin },
  })
  const [cookie = ''] = /startline_device=[^;]+/.exec(String(given.headers['set-cookie'])) ?? []
  expect(await follow('127.0.0.1', cookie)).toBe(200)
  lines[0]!.destroy()
  await vi.waitFor(async () => expect(await follow()).toBe(200))
  for (const line of lines) line.destroy()
})
