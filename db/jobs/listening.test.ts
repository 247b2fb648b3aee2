import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type World, makeWorld } from '#test/world.ts'
import { listenTo } from './listening.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const say = (what: string) => sql`select pg_notify('startline_listened', ${what})`.execute(world.db)

test('a notification is received; a broken connection is made again; a closed listener receives nothing', async () => {
  const heard: string[] = []
  const listening = listenTo(world.db, 'startline_listened', (payload) => heard.push(payload))
  await listening.ready()
  await say('one')
  await expect.poll(() => heard).toEqual(['one'])
  expect(listening.hears()).toBe(true)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen startline_listened'`.execute(
    world.db,
  )
  await expect
    .poll(
      async () => {
        listening.hears()
        await listening.ready()
        await say('two')
        return heard.includes('two')
      },
      { interval: 50 },
    )
    .toBe(true)
  await listening.close()
  await say('three')
  expect([listening.hears(), heard.includes('three')]).toEqual([false, false])
})
