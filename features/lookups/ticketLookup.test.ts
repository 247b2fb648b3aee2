import { afterAll, beforeAll, expect, test } from 'vitest'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { consoleGoodsSave } from '#features/sales/goods/goods.contract.ts'
import { ticketBuy, ticketMy, ticketName } from '#features/tickets/contract.ts'
import { type Cashdesk, openCashdesk } from '#test/cashdesk.ts'
import { RACE, entrant, idnumOf, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { apiRunnerQueryIdnum } from './contract.ts'

let desk: Cashdesk
beforeAll(async () => {
  desk = await openCashdesk()
  await openRace(desk)
  await openEvent(desk)
}, 60_000)
afterAll(() => desk?.close())

test('a number finds the tickets of the account that registered it, and only this account sees the names on them', async () => {
  const director = await staffSession(desk, [{ raceid: RACE, role: 'director' }])
  const [buyer, stranger] = [await runnerSession(desk), await runnerSession(desk)]
  const kind = await desk.ask(
    consoleGoodsSave,
    {
      raceid: RACE,
      room: 'tickets',
      name: '意面晚宴',
      names: { en: 'Pasta party' },
      open: '1',
      settings: { kind: 'pasta', place: '城市体育馆', named: true },
      variants: [{ name: '靠窗', price: 0, stock: [{ slot: '', pieces: 9 }] }],
    } as never,
    director,
  )
  const lines = [{ variantid: kind.variants[0]!.id, slot: '', n: 2 }]
  await desk.ask(ticketBuy, { raceid: RACE, lines }, buyer)
  const [mine] = (await desk.ask(ticketMy, { raceid: RACE }, buyer)).items
  await desk.ask(ticketName, { id: mine!._key, name: '龙䶮' }, buyer)
  const look = (idnum: string, as: object = {}) =>
    desk.call(apiRunnerQueryIdnum, { raceid: RACE, idnum, type: 'ticket' }, { ...as, lang: 'en' })
  expect((await look(idnumOf(1))).data).toEqual([])
  await desk.ask(registrationSave, entrant(1), buyer)
  await desk.ask(registrationSave, entrant(2), stranger)
  const seen = await look(idnumOf(1), stranger)
  expect(seen.data).toHaveLength(2)
  expect(seen.data).toMatchObject(
    Array.from({ length: 2 }, () => ({ kind: 'ticket', event: 'Pasta party', name: '靠窗', status: 'Valid' })),
  )
  expect(JSON.stringify(seen)).not.toMatch(/龙䶮|SLT1/)
  expect((await look(idnumOf(1), buyer)).data.map(({ name }) => name).toSorted()).toEqual(['靠窗', '龙䶮'].toSorted())
  // The account `buyer` may look up a registered document number that has no tickets. The answer is an empty list.
  expect((await look(idnumOf(2), buyer)).data).toEqual([])
})
