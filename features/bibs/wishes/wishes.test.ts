import { afterAll, beforeAll, expect, test } from 'vitest'
import { registrationShow } from '#features/registrations/contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { bibGenerate } from '../contract.ts'

let world: World
let registrar: { token: string }
let runner: { token: string }
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world, { form: { ask: { bib_wish: 'optional' } } })
  await openEvent(world, { id: 2, name: '欢乐跑', form: { ask: {} } })
  registrar = await staffSession(world, [{ raceid: RACE, role: 'registrar' }])
  runner = await runnerSession(world)
})
afterAll(() => world?.close())

/** Signs somebody up and pays. Number 5 of the invented people is born on 6 January, and their mobile ends with 0005. */
const enter = async (n: number, bib_wish?: string) => {
  const given = entrant(n, bib_wish === undefined ? {} : { bib_wish })
  const { _key } = await world.ask(registrationSave, given, runner)
  await world.db
    .updateTable('registrations')
    .set({ pay_at: world.clock.now() })
    .where('raceid', '=', RACE)
    .where('_key', '=', _key)
    .execute()
  return _key
}
const range = { eventid: 1, prefix: 'A', from: 1, to: 9999, width: 4, order: 'name' as const }

test('an unknown wish is refused, and an event that does not ask takes no wish', async () => {
  expect((await world.call(registrationSave, entrant(1, { bib_wish: '1234' }), runner)).data).toMatchObject({
    fields: { bib_wish: expect.any(String) as string },
  })
  const { _key } = await world.ask(registrationSave, entrant(2, { eventid: 2, bib_wish: 'birthday' }), runner)
  const row = await world.db
    .selectFrom('registrations')
    .select('bib_wish')
    .where('_key', '=', _key)
    .executeTakeFirstOrThrow()
  expect(row.bib_wish).toBeNull()
})

test('wishes are met by the sealed birthday and mobile; the preview counts them and gives nothing', async () => {
  const first = await enter(5, 'birthday')
  // Invented person 285 signs up later. The person has the birthday of person 5, but another document number.
  const second = await enter(285, 'birthday')
  const third = await enter(4219, 'phone')
  const none = await enter(7, 'none')
  const blank = await enter(9)
  const dry = await world.ask(bibGenerate, { raceid: RACE, ranges: [range], dry: true }, registrar)
  expect(dry.events).toMatchObject([{ given: 5, wishes: { asked: 3, met: 2 }, first: 'A0001', last: 'A0003' }])
  const shown = (key: string, as: { token: string } | undefined) => world.ask(registrationShow, { id: key }, as)
  expect(await shown(first, runner)).toMatchObject({ bib: null, bib_wish: 'birthday' })
  // Other people who have the link see the number after it is given. They never see the wish.
  expect((await shown(first, undefined)).bib_wish).toBeFalsy()
  await world.ask(bibGenerate, { raceid: RACE, ranges: [range], dry: false }, registrar)
  const bibOf = async (key: string) => (await shown(key, runner)).bib
  expect(await bibOf(first)).toBe('0106')
  expect(await bibOf(third)).toBe('4219')
  expect((await Promise.all([second, none, blank].map(bibOf))).toSorted()).toEqual(['0001', '0002', '0003'])
})
