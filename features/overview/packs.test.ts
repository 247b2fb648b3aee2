import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleOverviewShow } from './contract.ts'
import { packsWaiting } from '#features/desks/figures/waiting.service.ts'
import { consoleDesksSettle } from '#features/desks/figures/figures.contract.ts'
import { RACE } from '#test/entrants.ts'
import { type HandoutDesk, type Runner, openHandoutDesk } from '#test/scenes/handoutDesk.ts'

let scene: HandoutDesk
let first: Runner
beforeAll(async () => {
  scene = await openHandoutDesk()
  first = await scene.enter(1)
  await scene.enter(2)
})
afterAll(() => scene?.world.close())
const waiting = () => packsWaiting(scene.world.db, RACE)

test('the overview counts packs as soon as a desk has handed out one, and clashes until a supervisor settles them', async () => {
  expect(await waiting(), 'before pick-up').toEqual({ left: 0, clashes: 0 })
  await scene.sign({ id: first.id })
  expect(await waiting()).toEqual({ left: 1, clashes: 0 })
  const { packs } = await scene.world.ask(consoleOverviewShow, { raceid: RACE }, scene.director)
  expect(packs).toEqual({ left: 1, clashes: 0 })
  expect(
    (await scene.world.ask(consoleOverviewShow, { raceid: RACE }, scene.gate)).packs,
    'for supervisors only',
  ).toBeNull()
  // A second desk, without network, handed the same pack out.
  const row = await scene.world.db
    .selectFrom('handouts')
    .selectAll()
    .where('registrationid', '=', first.id)
    .executeTakeFirstOrThrow()
  const { id: _, despite, doubts, ...again } = row
  const entry = crypto.randomUUID()
  await scene.world.db
    .insertInto('handouts')
    .values({ ...again, entry, despite: JSON.stringify(despite), doubts: JSON.stringify(doubts) })
    .execute()
  expect(await waiting()).toEqual({ left: 1, clashes: 1 })
  await scene.world.ask(
    consoleDesksSettle,
    { raceid: RACE, id: first.id, packs: [row.entry, entry], note: '两份都已领走' },
    scene.director,
  )
  expect(await waiting()).toEqual({ left: 1, clashes: 0 })
})
