import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleTicketsClashes } from '#features/tickets/gate.contract.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { enterRunner } from '#test/scenes/seriesRaces.ts'
import { type World, makeWorld } from '#test/world.ts'
import { seedTickets } from './tickets.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({ now: '2026-10-31T00:00:00Z' })
  await openRace(world)
  await openEvent(world)
})
afterAll(() => world?.close())

test('the demo has one ticket that came in at two gates without network, and the supervisor sees it', async () => {
  const owner = await staffSession(world, [{ raceid: null, role: 'owner' }])
  for (const bib of ['1', '2']) await enterRunner(world, RACE, (await runnerSession(world)).uid, '安娜', bib)
  await seedTickets(world.parts, world.clock.now())
  const { items } = await world.ask(consoleTicketsClashes, { raceid: RACE, lang: 'en' } as never, owner)
  expect(items).toMatchObject([
    { direction: 'in', outcome: 'inside', gate: '博览会北门', settled_at: null, before: { gate: '博览会南门' } },
  ])
  const scans = await world.db.selectFrom('ticket_scans').select(['outcome']).where('raceid', '=', RACE).execute()
  expect(scans.filter(({ outcome }) => outcome === 'ok')).toHaveLength(4)
})
