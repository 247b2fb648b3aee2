import { expect, test } from 'vitest'
import { consoleRacesList } from '#features/races/contract.ts'
import { staffSession } from '#test/people.ts'
import { makeWorld } from '#test/world.ts'
import { seedDemo } from './seed.ts'

// Filling the whole demo takes half a minute on a quiet machine.
test('an empty installation is filled with the demo races', { timeout: 180_000 }, async () => {
  const world = await makeWorld({ now: new Date().toISOString() })
  try {
    await seedDemo(world.parts)
    const staff = await staffSession(world, [{ raceid: null, role: 'owner' }])
    const { items } = await world.ask(consoleRacesList, {}, staff)
    expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining([226, 2026]))
  } finally {
    await world.close()
  }
})
