import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveRace } from '#features/races/service.ts'
import { staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const now = world.clock.now()
  await world.db.transaction().execute((tx) => saveRace(tx, { id: 98, name: '未发布', time: now }, now))
})
afterAll(() => world?.close())

test("a race that nobody sees yet is followed by those who run its hall, and by nobody else's staff", async () => {
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
