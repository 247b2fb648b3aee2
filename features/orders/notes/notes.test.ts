import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleOverviewShow } from '#features/overview/contract.ts'
import { RACE, openRace } from '#test/entrants.ts'
import { type Leavers, openLeavers } from '#test/leavers.ts'
import { staffSession } from '#test/people.ts'
import { consoleOrdersNote, consoleOrdersNoted, consoleOrdersNotes } from './notes.contract.ts'

let desk: Leavers
beforeAll(async () => {
  desk = await openLeavers()
}, 60_000)
afterAll(() => desk?.close())

const orderOf = async () => (await desk.row((await desk.paid())._key)).orderid!
const note = (orderid: number, change: object = {}, as = desk.cashier) =>
  desk.call(consoleOrdersNote, { raceid: RACE, orderid, body: '公司要求补开发票', ...change }, as)
const due = async () => (await desk.ask(consoleOrdersNotes, { raceid: RACE }, desk.cashier)).items
const attention = async () => (await desk.ask(consoleOverviewShow, { raceid: RACE }, desk.cashier)).follow_ups

test('refuses viewers, other races, an unknown order and an empty text', async () => {
  const orderid = await orderOf()
  const viewer = await staffSession(desk, [{ raceid: RACE, role: 'viewer' }])
  await openRace(desk, { id: 2027 })
  const elsewhere = await staffSession(desk, [{ raceid: 2027, role: 'cashier' }])
  expect((await note(orderid, {}, viewer)).code).toBe('403')
  expect((await note(orderid, {}, elsewhere)).code).toBe('403')
  expect((await note(orderid, { raceid: 2027 }, elsewhere)).refusal).toBe('order_unknown')
  expect((await note(999_999)).refusal).toBe('order_unknown')
  for (const wrong of [{ body: ' ' }, { body: '长'.repeat(1001) }, { body: 'a\u0000b' }, { follow_on: '2026-02-30' }])
    expect((await note(orderid, wrong)).code).toBe('422')
})

test('a follow-up is due from its day on the clock of the race, until somebody settles it', async () => {
  const orderid = await orderOf()
  // It is noon of 1 March in Shanghai.
  await note(orderid, { follow_on: '2026-03-02', body: '第二行\n😀' })
  await note(orderid)
  expect(await due()).toEqual([])
  expect(await attention()).toBe(0)
  desk.clock.set('2026-03-01T15:59:59Z')
  // The session that began at noon has ended.
  desk.cashier.token = (await staffSession(desk, [{ raceid: RACE, role: 'cashier' }])).token
  expect(await due()).toEqual([])
  desk.clock.set('2026-03-01T16:00:00Z')
  const [one, ...others] = await due()
  expect(one).toMatchObject({ orderid, body: '第二行\n😀', follow_on: '2026-03-02', settled_at: null, by: '工作人员' })
  expect(others).toEqual([])
  expect(await attention()).toBe(1)
  await desk.ask(consoleOrdersNoted, { raceid: RACE, id: one!.id }, desk.cashier)
  expect(await due()).toEqual([])
  expect((await desk.call(consoleOrdersNoted, { raceid: RACE, id: one!.id }, desk.cashier)).refusal).toBe(
    'note_unknown',
  )
  const { items } = await desk.ask(consoleOrdersNotes, { raceid: RACE, orderid }, desk.cashier)
  expect(items.map(({ body, settled_at }) => [body, settled_at !== null])).toEqual([
    ['公司要求补开发票', false],
    ['第二行\n😀', true],
  ])
})

test('the due follow-ups come in pages, the oldest day first', async () => {
  const orderid = await orderOf()
  for (const day of ['2026-02-03', '2026-02-01', '2026-02-02', '2026-02-01'])
    await note(orderid, { follow_on: day, body: day })
  const read = async (after?: string) =>
    desk.ask(consoleOrdersNotes, { raceid: RACE, limit: 3, ...(after ? { after } : {}) }, desk.cashier)
  const first = await read()
  const second = await read(first.after!)
  expect([...first.items, ...second.items].map(({ body }) => body)).toEqual([
    '2026-02-01',
    '2026-02-01',
    '2026-02-02',
    '2026-02-03',
  ])
  expect(second.after).toBeNull()
})
