import { afterAll, beforeAll, expect, test } from 'vitest'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { fillPacks } from '#test/scenes/manyPacks.ts'
import { type World, makeWorld } from '#test/world.ts'
import { consoleDesksSave } from '../setup/setup.contract.ts'
import { insertEntries } from '../store.ts'
import { consoleDesksFigures } from './figures.contract.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({ now: '2026-10-30T04:00:00Z' })
  await openRace(world)
  await openEvent(world, { price: 0, places: 1000 })
}, 60_000)
afterAll(() => world?.close())

test('the supervisor sees every clash, even if there are hundreds', async () => {
  const count = 230
  const { db, seal } = world.parts
  await fillPacks(db, seal, count)
  const director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  const desk = async (name: string) => (await world.ask(consoleDesksSave, { raceid: RACE, name }, director)).id
  const desks = [await desk('一号台'), await desk('二号台')]
  const at = world.clock.now()
  const none = { deviceid: null, undoes: null, size_out: null, size_in: null, bib: null, tag: null, proxyid: null }
  const packs = Array.from({ length: count }, (_, n) =>
    desks.map((deskid) => ({
      ...none,
      entry: crypto.randomUUID(),
      kind: 'pack' as const,
      registrationid: n + 1,
      deskid,
      staffid: director.staffid,
      despite: [],
      doubts: [],
      signature: null,
      device_at: at,
      at,
      received_at: at,
    })),
  )
  await db.transaction().execute((tx) => insertEntries(tx, RACE, packs.flat()))
  const { clashes, handed } = await world.ask(consoleDesksFigures, { raceid: RACE }, director)
  expect([clashes.length, handed]).toEqual([count, count])
  expect(clashes.every(({ packs }) => packs.length === 2)).toBe(true)
})
