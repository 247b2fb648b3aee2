import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetRates } from '#db/limits/rates.ts'
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
  consoleDepositsTake,
  liveDeposit,
} from './contract.ts'

const RACE = 2026
const RUNS = Number(process.env.SEQUENCES ?? 4)
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

test('a deposit is paid, its chip lent and scanned back at two desks at once, and its money goes back once', async () => {
  const variantid = await makeKind()
  const [one] = await paid(variantid)
  expect(one).toMatchObject({ state: 'paid', amount: 10_000, lends: 'chip' })
  expect(await lend(one!._key, 'CHIP-1')).toMatchObject({ code: '200' })
  expect(await lend(one!._key, 'CHIP-2')).toMatchObject({ code: '409' })
  const again = { id: one!.order_key, lines: [{ id: one!.item_key, pieces: 1 }] }
  expect(await desk.call(salesReturn, again, runner)).toMatchObject({ code: '409' })
  const scans = await Promise.all([back('CHIP-1'), back('CHIP-1'), back('CHIP-1')])
  expect(scans.map(({ code }) => code).toSorted()).toEqual(['200', '404', '404'])
  expect(scans.find(({ code }) => code === '200')).toMatchObject({ data: { amount: 10_000 } })
  await desk.refundsRun()
  expect(await desk.refunds(await orderIdOf(one!.order_key))).toMatchObject([{ amount: 10_000, state: 'done' }])
  await exact()
})

test('one number is lent once, and comes to another runner after it is back', async () => {
  const variantid = await makeKind()
  const two = await paid(variantid, 2)
  const both = await Promise.all(two.map(({ _key }) => lend(_key, 'KEY-7')))
  expect(both.map(({ code }) => code).toSorted()).toEqual(['200', '409'])
  expect(await back('KEY-7')).toMatchObject({ code: '200' })
  const left = (await desk.ask(liveDeposit, { raceid: RACE }, runner)).items.filter(
    ({ order_key, state }) => order_key === two[0]!.order_key && state === 'paid',
  )
  expect(left).toHaveLength(1)
  expect(await lend(left[0]!._key, 'KEY-7')).toMatchObject({ code: '200' })
  await exact()
})

test('a kept deposit stays with the race, and its payer gets the reason', async () => {
  const variantid = await makeKind()
  const [one] = await paid(variantid)
  await lend(one!._key, 'TRACKER-3')
  const { items } = await desk.ask(consoleDepositsList, { raceid: RACE, q: 'TRACKER-3' }, gate)
  const keep = { raceid: RACE, id: items[0]!.id, reason: '设备遗失' }
  expect(await desk.call(consoleDepositsKeep, keep, gate)).toMatchObject({ code: '403' })
  expect(await desk.call(consoleDepositsKeep, keep, director)).toMatchObject({ code: '200' })
  expect(await back('TRACKER-3')).toMatchObject({ code: '404' })
  const shown = (await desk.ask(liveDeposit, { raceid: RACE }, runner)).items.find(({ _key }) => _key === one!._key)
  expect(shown).toMatchObject({ state: 'kept', reason: '设备遗失' })
  const notified = await desk.db.selectFrom('messages').select('uid').where('template', '=', 'deposit_kept').execute()
  expect(notified).toEqual([{ uid: runner.uid }])
  await exact()
})

test('the desk takes no deposit for a bib that nobody wears, and other races see nothing', async () => {
  const variantid = await makeKind()
  const take = { raceid: RACE, bib: 'Z999', variantid, way: 'cash' as const }
  expect(await desk.call(consoleDepositsTake, take, gate)).toMatchObject({ code: '404' })
  expect(await desk.call(consoleDepositsList, { raceid: RACE })).toMatchObject({ code: '401' })
  const elsewhere = await staffSession(desk, [{ raceid: 7, role: 'director' }])
  expect(await desk.call(consoleDepositsList, { raceid: RACE }, elsewhere)).toMatchObject({ code: '403' })
  for (const n of [0, -1, 11, 1e9])
    expect(await desk.call(liveDeposit, { raceid: RACE, variantid, n }, runner)).toMatchObject({ code: '422' })
})

test('money and things agree after random sequences of paying, lending, scanning, keeping and returning', async () => {
  const step = fc.record({
    what: fc.constantFrom('pay', 'lend', 'back', 'keep', 'return'),
    pick: fc.nat(9),
    n: fc.integer({ min: 1, max: 3 }),
  })
  let round = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
      forgetRates()
      round += 1
      const variantid = await makeKind(3_333, 12)
      const own: { _key: string; item_key: string; order_key: string }[] = []
      for (const { what, pick, n } of steps) {
        const one = own[pick % Math.max(1, own.length)]
        if (what === 'pay') {
          const made = await desk.call(liveDeposit, { raceid: RACE, variantid, n }, runner)
          if (made.code !== '200') continue
          const { order } = made.data as { order: { order: string } }
          const id = await orderIdOf(order.order)
          await desk.start(id)
          desk.sandbox.pay(await desk.numberOf(id))
          await desk.deliver('all')
          const { items } = await desk.ask(liveDeposit, { raceid: RACE }, runner)
          own.push(...items.filter(({ order_key }) => order_key === order.order))
        } else if (!one) continue
        else if (what === 'lend')
          await Promise.all([lend(one._key, `T${round}-${pick % 3}`), lend(one._key, `T${round}-${n}`)])
        else if (what === 'back') await Promise.all([back(`T${round}-${pick % 3}`), back(`T${round}-${pick % 3}`)])
        else if (what === 'keep') {
          const { items } = await desk.ask(consoleDepositsList, { raceid: RACE, state: 'lent' }, gate)
          if (items[0])
            await desk.call(consoleDepositsKeep, { raceid: RACE, id: items[0].id, reason: '遗失' }, director)
        } else
          await Promise.all(
            [1, 2].map(() =>
              desk.call(salesReturn, { id: one.order_key, lines: [{ id: one.item_key, pieces: n }] }, runner),
            ),
          )
      }
      await exact()
    }),
    { numRuns: RUNS },
  )
})
