import { afterAll, beforeAll, expect, test } from 'vitest'
import { salesReturn } from '#features/sales/contract.ts'
import { consoleGoodsSave } from '#features/sales/goods/goods.contract.ts'
import { saveRace } from '#features/races/service.ts'
import { type Cashdesk, openCashdesk } from '#test/cashdesk.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { shopBreaches } from '#test/scenes/around/shopBreaches.ts'
import {
  consoleDepositsBack,
  consoleDepositsKeep,
  consoleDepositsLend,
  consoleDepositsList,
  liveDeposit,
} from './contract.ts'

const RACE = 2026
let desk: Cashdesk
let director: { token: string }
let gate: { token: string }
let runner: { token: string; uid: number }
beforeAll(async () => {
  desk = await openCashdesk()
  const now = desk.clock.now()
  const race = { id: RACE, name: '江城马拉松', time: new Date('2026-11-01T00:00:00Z'), published_at: now }
  await desk.db.transaction().execute((tx) => saveRace(tx, race, now))
  director = await staffSession(desk, [{ raceid: RACE, role: 'director' }])
  gate = await staffSession(desk, [{ raceid: RACE, role: 'gate' }])
  runner = await runnerSession(desk)
}, 60_000)
afterAll(() => desk.close())

const makeKind = async (price = 10_000, pieces = 50) =>
  (
    await desk.ask(
      consoleGoodsSave,
      {
        raceid: RACE,
        room: 'deposits',
        name: '计时芯片押金',
        names: { en: 'Chip deposit' },
        open: '1',
        settings: { lends: 'chip' },
        refund: { tiers: [{ from: null, until: '2099-01-01', percent: 0, fixed: 0 }], before: [] },
        variants: [{ price, stock: [{ pieces }] }],
      },
      director,
    )
  ).variants[0]!.id
const orderIdOf = async (key: string) =>
  (
    await desk.db
      .selectFrom('orders')
      .select('id')
      .where('raceid', '=', RACE)
      .where('_key', '=', key)
      .executeTakeFirstOrThrow()
  ).id
const paid = async (variantid: number, n = 1, as = runner) => {
  const { order } = await desk.ask(liveDeposit, { raceid: RACE, variantid, n }, as)
  const id = await orderIdOf(order!.order)
  await desk.start(id)
  desk.sandbox.pay(await desk.numberOf(id))
  await desk.deliver('all')
  const { items } = await desk.ask(liveDeposit, { raceid: RACE }, as)
  return items.filter(({ order_key }) => order_key === order!.order)
}
const lend = (id: string, code: string) => desk.call(consoleDepositsLend, { raceid: RACE, id, code }, gate)
const back = (code: string) => desk.call(consoleDepositsBack, { raceid: RACE, code }, gate)
const exact = async () => expect(await shopBreaches(desk.db)).toEqual([])

test('a code that is scanned in one form and typed in another is the same thing', async () => {
  const variantid = await makeKind()
  const [one, two] = await paid(variantid, 2)
  expect(await lend(one!._key, 'Chip-0a1')).toMatchObject({ code: '200' })
  expect(await lend(two!._key, ' ＣＨＩＰ－0A1 '), 'typed with a Chinese keyboard').toMatchObject({ code: '409' })
  expect(await back('chip-0a1')).toMatchObject({ code: '200' })
  for (const code of ['', '   ', 'x'.repeat(61)]) expect(await back(code)).toMatchObject({ code: '422' })
  expect(await back('😀')).toMatchObject({ code: '404' })
  await exact()
})

test('two tabs never take the last thing twice, and an unpaid deposit cannot be lent', async () => {
  const variantid = await makeKind(10_000, 1)
  const others = await Promise.all([1, 2, 3].map(() => runnerSession(desk)))
  const tabs = await Promise.all(others.map((as) => desk.call(liveDeposit, { raceid: RACE, variantid, n: 1 }, as)))
  expect(tabs.map(({ refusal }) => refusal ?? 'ok').toSorted()).toEqual(['goods_sold_out', 'goods_sold_out', 'ok'])
  const winner = others[tabs.findIndex(({ code }) => code === '200')]!
  const { items } = await desk.ask(liveDeposit, { raceid: RACE }, winner)
  for (const { _key } of items) expect((await lend(_key, 'EARLY-1')).code).toMatch(/^4/)
  await exact()
})

test('a runner who gave the deposit back cannot get the thing any more', async () => {
  const variantid = await makeKind()
  const [one] = await paid(variantid)
  const mine = { id: one!.order_key, lines: [{ id: one!.item_key, pieces: 1 }] }
  const stranger = await runnerSession(desk)
  expect(await desk.call(salesReturn, mine, stranger)).toMatchObject({ code: '404' })
  const race = await Promise.all([desk.call(salesReturn, mine, runner), lend(one!._key, 'LATE-1')])
  expect(race.filter(({ code }) => code === '200')).toHaveLength(1)
  const { items } = await desk.ask(consoleDepositsList, { raceid: RACE, q: 'LATE-1' }, gate)
  expect(items.filter(({ state }) => state === 'lent').length).toBe(race[1]!.code === '200' ? 1 : 0)
  await desk.refundsRun()
  await exact()
})

test('a kept thing that is found again gives no money back by a scan, and a clock that goes back pays nothing twice', async () => {
  const variantid = await makeKind()
  const [one] = await paid(variantid)
  await lend(one!._key, 'LOST-1')
  const { items } = await desk.ask(consoleDepositsList, { raceid: RACE, q: 'LOST-1' }, gate)
  await desk.ask(consoleDepositsKeep, { raceid: RACE, id: items[0]!.id, reason: '😀'.repeat(50) }, director)
  const start = desk.clock.now()
  desk.clock.set(new Date(start.getTime() - 3_600_000).toISOString())
  expect(await back('LOST-1')).toMatchObject({ code: '404' })
  desk.clock.set(start.toISOString())
  await desk.refundsRun()
  expect(await desk.refunds(await orderIdOf(one!.order_key))).toEqual([])
  await exact()
})

test('a gate of another race scans nothing back', async () => {
  const variantid = await makeKind()
  const [one] = await paid(variantid)
  await lend(one!._key, 'OURS-1')
  const elsewhere = await staffSession(desk, [{ raceid: 7, role: 'gate' }])
  expect(await desk.call(consoleDepositsBack, { raceid: RACE, code: 'OURS-1' }, elsewhere)).toMatchObject({
    code: '403',
  })
  expect((await desk.call(consoleDepositsBack, { raceid: 7, code: 'OURS-1' }, elsewhere)).code).toMatch(/^4/)
  expect(await back('OURS-1')).toMatchObject({ code: '200' })
  await exact()
})
