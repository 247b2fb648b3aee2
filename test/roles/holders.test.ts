import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleExportsStart } from '#features/exports/contract.ts'
import { consoleGoodsSave } from '#features/sales/goods/goods.contract.ts'
import { ticketBuy, ticketMy, ticketName } from '#features/tickets/contract.ts'
import { consoleTicketsShow, consoleTicketsSold } from '#features/tickets/sold.contract.ts'
import { RACE, openRace } from '../entrants.ts'
import { ownRoleSession, runnerSession, staffSession } from '../people.ts'
import { type World, makeWorld } from '../world.ts'

let world: World
let director: { token: string }
/** The only right of this member of staff is to read orders. */
let counter: { token: string }
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  counter = await ownRoleSession(world, RACE, ['money.read'])
})
afterAll(() => world.close())

test('staff who may not read registrations neither see nor find holders, but find numbers', async () => {
  const buyer = await runnerSession(world)
  const kind = {
    raceid: RACE,
    room: 'tickets',
    name: '意面晚宴',
    open: '1',
    settings: { kind: 'pasta', named: true },
    variants: [{ price: 0, stock: [{ slot: '18:00', pieces: 30, starts_at: '2026-03-01T18:00:00+08:00' }] }],
  }
  const { variants } = await world.ask(consoleGoodsSave, kind, director)
  await world.ask(ticketBuy, { raceid: RACE, lines: [{ variantid: variants[0]!.id, slot: '18:00', n: 1 }] }, buyer)
  const [ticket] = (await world.ask(ticketMy, { raceid: RACE }, buyer)).items
  await world.ask(ticketName, { id: ticket!._key, name: '司徒观众' }, buyer)
  const list = async (q?: string, as = counter) =>
    (await world.ask(consoleTicketsSold, { raceid: RACE, ...(q ? { q } : {}) }, as)).items
  const [named] = await list('司徒', director)
  expect(named!.holder).toBe('司徒观众')
  expect(await list()).toEqual([{ ...named, holder: null }])
  expect(await list('司徒')).toEqual([])
  for (const q of [named!.tradeno, String(named!.id)]) expect((await list(q)).map(({ id }) => id)).toEqual([named!.id])
  const shown = await world.ask(consoleTicketsShow, { raceid: RACE, id: named!.id }, counter)
  expect([shown.ticket.holder, shown.holders]).toMatchObject([null, [{ mobile: null }]])
  const start = (filter: Record<string, unknown>, columns: string[], as = counter) =>
    world.call(consoleExportsStart, { raceid: RACE, table: 'tickets', filter, columns, format: 'csv' }, as)
  expect(await start({ q: '司徒' }, ['number'])).toMatchObject({ refusal: 'no_permission' })
  expect(await start({}, ['holder'])).toMatchObject({ refusal: 'no_permission' })
  for (const filter of [{}, { q: named!.tradeno }, { q: `#${named!.id}` }])
    expect((await start(filter, ['number'])).refusal).toBeUndefined()
  expect((await start({ q: '司徒' }, ['holder'], director)).refusal).toBeUndefined()
})
