import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleExportsStart } from '#features/exports/contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { consoleGoodsSave } from '#features/sales/goods/goods.contract.ts'
import { ticketBuy, ticketMy, ticketName, ticketOffer, ticketTake } from '#features/tickets/contract.ts'
import { type Cashdesk, openCashdesk } from '#test/cashdesk.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { ownRoleSession, runnerSession, staffSession } from '#test/people.ts'
import { consoleOrdersList, consoleOrdersShow } from './contract.ts'

let desk: Cashdesk
let cashier: { token: string }
/** The only right of this member of staff is to read orders. */
let counter: { token: string }
const ids: Record<string, number> = {}

const ticketKind = async (director: { token: string }) =>
  (
    await desk.ask(
      consoleGoodsSave,
      {
        raceid: RACE,
        room: 'tickets',
        name: '意面晚宴',
        open: '1',
        settings: { kind: 'pasta', named: true },
        variants: [{ price: 0, stock: [{ slot: '18:00', pieces: 30, starts_at: '2026-03-01T18:00:00+08:00' }] }],
      },
      director,
    )
  ).variants[0]!.id

/** Gives an account free tickets, and returns their order and their keys. */
const tickets = async (variantid: number, as: { token: string; uid: number }, n: number) => {
  await desk.ask(ticketBuy, { raceid: RACE, lines: [{ variantid, slot: '18:00', n }] }, as)
  const { items } = await desk.ask(ticketMy, { raceid: RACE }, as)
  const { id } = await desk.db
    .selectFrom('orders')
    .select('id')
    .where('uid', '=', as.uid)
    .where('room', '=', 'tickets')
    .executeTakeFirstOrThrow()
  return { id, keys: items.map(({ _key }) => _key) }
}

beforeAll(async () => {
  desk = await openCashdesk()
  await openRace(desk)
  await openEvent(desk)
  await openRace(desk, { id: 2027, name: '别的赛事' })
  await openEvent(desk, { raceid: 2027, id: 2 })
  cashier = await staffSession(desk, [{ raceid: RACE, role: 'cashier' }])
  const now = desk.clock.now()
  counter = await ownRoleSession(desk, RACE, ['money.read'])

  const runner = await runnerSession(desk)
  await desk.ask(registrationSave, entrant(1, { name: '林晚晴' }), runner)
  await desk.ask(registrationSave, entrant(2, { name: '王䶮', raceid: 2027, eventid: 2 }), await runnerSession(desk))
  ids.entry = (
    await desk.db.selectFrom('registrations').select('orderid').where('raceid', '=', RACE).executeTakeFirstOrThrow()
  ).orderid!
  ids.shirt = (await desk.order({ room: 'shop', uid: runner.uid, subject: '江城马拉松 纪念T恤' })).id

  const guest = await runnerSession(desk)
  ids.stay = (await desk.order({ room: 'hotels', uid: guest.uid, subject: '江城马拉松 江滨酒店' })).id
  const stay = {
    raceid: RACE,
    orderid: ids.stay,
    uid: guest.uid,
    goodsid: 1,
    variantid: 1,
    arrival: '2026-03-06',
    departure: '2026-03-09',
  }
  await desk.db
    .insertInto('hotel_stays')
    .values({
      ...stay,
      _key: 'a-stay',
      rooms: 1,
      adults: 2,
      children: 0,
      guests: ['欧阳䶮', 'Ana Müller'],
      state: 'open',
      created_at: now,
      updated_at: now,
    })
    .execute()

  const variantid = await ticketKind(await staffSession(desk, [{ raceid: RACE, role: 'director' }]))
  const [spectator, nickname, friend] = [
    await runnerSession(desk),
    await runnerSession(desk),
    await runnerSession(desk),
  ]
  const held = await tickets(variantid, spectator, 2)
  ids.ticket = held.id
  await desk.ask(ticketName, { id: held.keys[0]!, name: '司徒观众' }, spectator)
  // The second ticket goes to a friend, so the friend's name is not the buyer's name.
  const { token } = await desk.ask(ticketOffer, { id: held.keys[1]! }, spectator)
  const { ticket } = await desk.ask(ticketTake, { raceid: RACE, token }, friend)
  await desk.ask(ticketName, { id: ticket._key, name: '后来的人' }, friend)
  await desk.db.updateTable('accounts').set({ name: '夜跑小队长' }).where('uid', '=', nickname.uid).execute()
  ids.nickname = (await tickets(variantid, nickname, 1)).id
}, 60_000)
afterAll(() => desk.close())

const found = async (q: string, as = cashier) =>
  (await desk.ask(consoleOrdersList, { raceid: RACE, q, sort: 'oldest' }, as)).items.map(({ id }) => id)

test.each([
  ['晚晴', ['entry', 'shirt']],
  ['林晚晴', ['entry', 'shirt']],
  ['欧阳䶮', ['stay']],
  ['歐陽', ['stay']],
  ['müller', ['stay']],
  ['司徒', ['ticket']],
  ['小队长', ['nickname']],
  ['后来的人', []],
  ['王䶮', []],
  ['晴晚', []],
  ['%', []],
  ['.', []],
])('a search for %s finds the orders of that person in this race', async (q, names) => {
  expect(await found(q)).toEqual(names.map((name) => ids[name]))
})

test('an order without registrations names its buyer in the list and on its page', async () => {
  const { items } = await desk.ask(consoleOrdersList, { raceid: RACE }, cashier)
  const buyers = Object.fromEntries(items.map(({ id, buyers: names }) => [id, names]))
  expect(buyers).toEqual({
    [ids.entry!]: [],
    [ids.shirt!]: ['林晚晴'],
    [ids.stay!]: ['欧阳䶮', 'Ana Müller'],
    [ids.ticket!]: ['司徒观众'],
    [ids.nickname!]: ['夜跑小队长'],
  })
  const { order } = await desk.ask(consoleOrdersShow, { raceid: RACE, id: ids.stay! }, cashier)
  expect(order.buyers).toEqual(['欧阳䶮', 'Ana Müller'])
})

test('staff who may not read registrations neither see nor find names, but find numbers', async () => {
  const { items } = await desk.ask(consoleOrdersList, { raceid: RACE }, counter)
  expect(items).toHaveLength(5)
  for (const { buyers, registrations } of items) expect([...buyers, ...registrations]).toEqual([])
  expect(await found('林晚晴', counter)).toEqual([])
  expect(await found(items[0]!.tradeno, counter)).toEqual([items[0]!.id])
})

test('a file has the orders of the searched name with its people, for staff who may read registrations', async () => {
  const start = (q: string, columns: string[], as: { token: string }) =>
    desk.call(consoleExportsStart, { raceid: RACE, table: 'orders', filter: { q }, columns, format: 'csv' }, as)
  expect(await start('林晚晴', ['number'], counter)).toMatchObject({ refusal: 'no_permission' })
  expect(await start('', ['people'], counter)).toMatchObject({ refusal: 'no_permission' })
  const { data } = (await start('晚晴', ['people'], cashier)) as { data: { href: string } }
  const { body } = await desk.app.inject({ url: data.href, cookies: { startline_console: cashier.token } })
  expect(body.trim().split(/\r?\n/).slice(1)).toEqual(['林晚晴', '林晚晴'])
})
