import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import { type OnceKey, onceKeyOf } from '#db/sharing/onceAnswers.ts'
import { saveRace } from '#features/races/service.ts'
import { type Cashdesk, openCashdesk } from '#test/cashdesk.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { buyGoods } from './service.ts'
import type { OrderedPiece } from './fill.rules.ts'
import {
  consoleSalesList,
  consoleSalesReturn,
  salesCheck,
  salesMine,
  salesOffer,
  salesPay,
  salesReturn,
} from './contract.ts'
import { consoleGoodsList, consoleGoodsSave } from './goods/goods.contract.ts'
import { sellingGoods } from './hooks.service.ts'

const RACE = 2026
/** The number of random sequences. `SEQUENCES=200 npx vitest run features/sales` runs longer. */
const RUNS = Number(process.env.SEQUENCES ?? 4)

let desk: Cashdesk
let director: { token: string }
let runner: { token: string; uid: number }
const told: string[] = []
beforeAll(async () => {
  sellingGoods('stand', {
    paid: async (_tx, _race, items) => void told.push(...items.map(({ id, n }) => `paid ${id} ${n}`)),
    gone: async (_tx, _race, items) => void told.push(...items.map(({ id, pieces }) => `gone ${id} ${pieces}`)),
  })()
  desk = await openCashdesk()
  const now = desk.clock.now()
  await desk.db
    .transaction()
    .execute((tx) =>
      saveRace(tx, { id: RACE, name: '江城马拉松', time: new Date('2026-11-01T00:00:00Z'), published_at: now }, now),
    )
  director = await staffSession(desk, [{ raceid: RACE, role: 'director' }])
  runner = await runnerSession(desk)
}, 60_000)
afterAll(() => desk.close())

type Save = InputOf<typeof consoleGoodsSave>
const kind = (change: Partial<Save> = {}): Save => ({
  raceid: RACE,
  room: 'stand',
  name: '看台',
  names: { en: 'Grandstand' },
  open: '1',
  variants: [{ name: 'A', price: 5_000, stock: [{ slot: '', pieces: 10 }] }],
  refund: { tiers: [{ from: null, until: '2026-03-31', percent: 20, fixed: 0 }], before: [] },
  ...change,
})
const make = (change: Partial<Save> = {}) => desk.ask(consoleGoodsSave, kind(change), director)
const variantOf = async (change: Partial<Save> = {}) => (await make(change)).variants[0]!.id
const buy = (lines: OrderedPiece[], uid = runner.uid, more: { seen?: number; once?: OnceKey } = {}) =>
  buyGoods(desk.db, {
    raceid: RACE,
    room: 'stand',
    uid,
    lines,
    seen: more.seen,
    subject: 'stand',
    payMinutes: 30,
    once: more.once,
    now: desk.clock.now(),
  })
const bought = async (...of: Parameters<typeof buy>) => {
  const outcome = await buy(...of)
  if ('refused' in outcome) throw new Error(outcome.refused)
  return outcome.saved
}
const pay = async (orderid: number) => {
  await desk.start(orderid)
  desk.sandbox.pay(await desk.numberOf(orderid))
  await desk.deliver('all')
}
const soldOf = async (variantid: number) =>
  (
    await desk.db
      .selectFrom('stock')
      .select(['slot', 'sold'])
      .where('raceid', '=', RACE)
      .where('variantid', '=', variantid)
      .orderBy('slot')
      .execute()
  ).map(({ sold }) => sold)

/** Lists the rows that break a condition which must always be true. */
const breaches = async (): Promise<unknown[]> =>
  (
    await sql<{ breach: string }>`
      select 'stock ' || s.variantid || '/' || s.slot || ' says ' || s.sold || ', items say '
          || coalesce(sum(i.n - i.returned) filter (where i.state in ('open', 'paid')), 0) as breach
        from stock s left join sold_items i on i.raceid = s.raceid and i.variantid = s.variantid and i.slot = s.slot
        group by s.raceid, s.variantid, s.slot, s.sold
        having s.sold <> coalesce(sum(i.n - i.returned) filter (where i.state in ('open', 'paid')), 0)
      union all select 'oversold ' || variantid from stock where sold < 0 or sold > pieces
      union all select 'order ' || o.id || ' is ' || o.state || ', item ' || i.state from sold_items i
        join orders o on o.raceid = i.raceid and o.id = i.orderid
        where (o.state, i.state) not in (('open', 'open'), ('paid', 'paid'), ('paid', 'ended'), ('closed', 'closed'))
      union all select 'order ' || o.id || ' asks ' || o.amount || ' for ' || sum(i.amount) from sold_items i
        join orders o on o.raceid = i.raceid and o.id = i.orderid group by o.id, o.amount having o.amount <> sum(i.amount)
      union all select 'item ' || i.id || ' returned ' || i.returned || ', rows say ' || coalesce(sum(r.pieces), 0)
        from sold_items i left join sold_returns r on r.raceid = i.raceid and r.itemid = i.id group by i.id, i.returned,
          i.back having i.returned <> coalesce(sum(r.pieces), 0) or i.back <> coalesce(sum(r.amount), 0)
      union all select 'order ' || o.id || ' gave ' || o.refunded || ', items ' || sum(i.back) from sold_items i
        join orders o on o.raceid = i.raceid and o.id = i.orderid group by o.id, o.refunded having o.refunded <> sum(i.back)
      union all select 'books of order ' || orderid from order_books where not balanced`.execute(desk.db)
  ).rows

test('only staff with the right write kinds, and nobody sells in an unknown room', async () => {
  expect(await desk.call(consoleGoodsSave, kind())).toMatchObject({ code: '401' })
  const timer = await staffSession(desk, [{ raceid: RACE, role: 'timer' }])
  expect(await desk.call(consoleGoodsSave, kind(), timer)).toMatchObject({ code: '403' })
  expect(await desk.call(consoleGoodsList, { raceid: RACE, room: 'stand' }, timer)).toMatchObject({ code: '403' })
  expect(await desk.call(consoleGoodsSave, kind({ room: 'nothing' }), director)).toMatchObject({
    refusal: 'goods_room_unknown',
  })
  expect(await desk.call(consoleGoodsSave, kind({ id: 99_999 }), director)).toMatchObject({
    refusal: 'goods_not_found',
  })
})

test('stock never goes below the sold pieces, and a sold slot stays', async () => {
  const made = await make({ variants: [{ price: 0, stock: ['a', 'b'].map((slot) => ({ slot, pieces: 3 })) }] })
  const [variant] = made.variants
  await bought([{ variantid: variant!.id, slot: 'a', n: 2 }])
  const change = (slots: Record<string, number>) =>
    desk.call(
      consoleGoodsSave,
      kind({
        id: made.id,
        variants: [
          { id: variant!.id, price: 0, stock: Object.entries(slots).map(([slot, pieces]) => ({ slot, pieces })) },
        ],
      }),
      director,
    )
  expect(await change({ a: 1, b: 3 })).toMatchObject({ refusal: 'stock_below_sold' })
  expect(await change({ b: 3 })).toMatchObject({ refusal: 'goods_are_sold' })
  expect(await change({ a: 2 })).toMatchObject({ code: '200' })
  const { items } = await desk.ask(consoleGoodsList, { raceid: RACE, room: 'stand' }, director)
  expect(items.find(({ id }) => id === made.id)!.variants[0]!.stock).toMatchObject([{ slot: 'a', pieces: 2, sold: 2 }])
  const twice = [{ price: 0, stock: ['a', 'a'].map((slot) => ({ slot, pieces: 1 })) }]
  expect(await desk.call(consoleGoodsSave, kind({ variants: twice }), director)).toMatchObject({
    refusal: 'slot_twice',
  })
})

test('many buyers at once get exactly the stock, and each order is filled wholly or not at all', async () => {
  const id = await variantOf({
    variants: [{ price: 100, stock: ['1', '2', '3'].map((slot) => ({ slot, pieces: 7 })) }],
  })
  const nights = ['1', '2', '3'].map((slot) => ({ variantid: id, slot, n: 1 }))
  const outcomes = await Promise.all(
    Array.from({ length: 30 }, (_, at) => buy(at % 3 === 0 ? [nights[at % 2]!] : nights, 10_000 + at)),
  )
  const sold = await soldOf(id)
  expect(Math.max(...sold)).toBe(7)
  expect(outcomes.filter((one) => 'refused' in one && one.refused !== 'goods_sold_out')).toEqual([])
  expect(await breaches()).toEqual([])
})

test('a repeated call gets the first answer, within a batch and later', async () => {
  const id = await variantOf()
  const once = onceKeyOf('the same call')
  const line = [{ variantid: id, slot: '', n: 1 }]
  const all = await Promise.all([bought(line, 77, { once }), bought(line, 77, { once })])
  expect(all[1]).toEqual(all[0])
  expect(await bought(line, 77, { once })).toEqual(all[0])
  expect(await soldOf(id)).toEqual([1])
})

test('a limit counts open and paid pieces of one account', async () => {
  const id = await variantOf({ most_each: 3 })
  const line = (n: number) => [{ variantid: id, slot: '', n }]
  await bought(line(2), 501)
  expect(await buy(line(2), 501)).toMatchObject({ refused: 'goods_limit', free: 1 })
  const both = await Promise.all([buy(line(1), 501), buy(line(1), 501)])
  expect(both.filter((one) => 'refused' in one)).toHaveLength(1)
  expect(await buy(line(3), 502)).toHaveProperty('saved')
})

test('goods for registrants and finishers refuse others, and a changed price is told', async () => {
  const id = await variantOf({ audience: 'registrants' })
  const line = [{ variantid: id, slot: '', n: 1 }]
  expect(await buy(line)).toMatchObject({ refused: 'goods_not_for_you' })
  const look = (lines: OrderedPiece[]) => desk.call(salesCheck, { raceid: RACE, room: 'stand', lines }, runner)
  // The server tells no price of a race that is not published.
  const hidden = { id: 77, name: '未公布', time: new Date('2026-11-01T00:00:00Z'), published_at: null }
  await desk.db.transaction().execute((tx) => saveRace(tx, hidden, desk.clock.now()))
  const early = { raceid: 77, room: 'stand', lines: [{ variantid: 1, slot: '', n: 1 }] }
  expect(await desk.call(salesCheck, early, runner)).toMatchObject({ refusal: 'race_not_found' })
  expect(await look(line)).toMatchObject({ code: '403', refusal: 'goods_not_for_you' })
  const other = await variantOf()
  expect(await look([{ variantid: other, slot: '', n: 11 }])).toMatchObject({ refusal: 'goods_sold_out' })
  expect(await look([{ variantid: other, slot: '', n: 10 }])).toMatchObject({ data: { amount: 50_000 } })
  expect(await soldOf(other)).toEqual([0])
  expect(await buy([{ variantid: other, slot: '', n: 1 }], 9, { seen: 4_000 })).toMatchObject({
    refused: 'goods_price_changed',
    amount: 5_000,
  })
  expect(await buy([{ variantid: other, slot: 'x', n: 1 }])).toMatchObject({ refused: 'goods_not_found' })
  expect(await buy([{ variantid: other, slot: '', n: -1 }])).toMatchObject({ refused: 'goods_not_found' })
})

test('an order is paid, partly returned by the tiers, and its stock is sold again', async () => {
  const id = await variantOf()
  const saved = await bought([{ variantid: id, slot: '', n: 3 }])
  const stranger = await runnerSession(desk)
  expect(await desk.call(salesPay, { id: saved.order }, stranger)).toMatchObject({ refusal: 'goods_order_unknown' })
  expect(await desk.ask(salesPay, { id: saved.order }, runner)).toMatchObject({
    state: 'open',
    amount: 15_000,
    items: [{ kind: 'goods', name: '看台 A', n: 3, amount: 15_000 }],
  })
  const lines = [{ id: saved.items[0]!, pieces: 2 }]
  expect(await desk.call(salesReturn, { id: saved.order, lines }, runner)).toMatchObject({ refusal: 'return_not_paid' })
  await pay(saved.orderid)
  const [mine] = (await desk.ask(salesMine, { raceid: RACE }, { ...runner, lang: 'en' })).items
  expect(mine).toMatchObject({ goods: 'Grandstand', variant: 'A', state: 'paid', n: 3 })
  expect(told).toContain(`paid ${mine!.id} 3`)
  expect(await desk.ask(salesOffer, { id: saved.order, lines }, runner)).toEqual({ amount: 8_000, kept: 2_000 })
  expect(await desk.call(salesReturn, { id: saved.order, lines, amount: 9_000 }, runner)).toMatchObject({
    refusal: 'return_changed',
  })
  const both = await Promise.all([0, 1].map(() => desk.call(salesReturn, { id: saved.order, lines }, runner)))
  expect(both.map(({ code, refusal }) => refusal ?? code).toSorted()).toEqual(['200', 'return_too_many'])
  expect(await soldOf(id)).toEqual([1])
  expect(told.filter((one) => one === `gone ${mine!.id} 2`)).toHaveLength(1)
  await desk.refundsRun()
  expect((await desk.refunds(saved.orderid)).map(({ state, amount }) => [state, amount])).toEqual([['done', 8_000]])
  const rows = await desk.db.selectFrom('sold_returns').selectAll().where('orderid', '=', saved.orderid).execute()
  expect(rows).toMatchObject([{ pieces: 2, amount: 8_000, kept: 2_000, done_at: expect.any(Date) as Date }])
  expect(await soldOf(id)).toEqual([1])
  expect(await breaches()).toEqual([])
})

test('staff give goods back for a buyer at any time, and the list shows it', async () => {
  const id = await variantOf({ refund: null })
  const saved = await bought([{ variantid: id, slot: '', n: 2 }])
  await pay(saved.orderid)
  const lines = [{ id: saved.items[0]!, pieces: 2 }]
  expect(await desk.call(salesReturn, { id: saved.order, lines }, runner)).toMatchObject({ refusal: 'return_closed' })
  const back = { raceid: RACE, id: saved.order, lines, percent: 10, reason: '看台取消' }
  expect(await desk.call(consoleSalesReturn, back)).toMatchObject({ code: '401' })
  expect(await desk.ask(consoleSalesReturn, back, director)).toEqual({ amount: 9_000 })
  const { items } = await desk.ask(consoleSalesList, { raceid: RACE, room: 'stand', state: 'ended' }, director)
  expect(items[0]).toMatchObject({ returned: 2, back: 9_000, state: 'ended', order_key: saved.order })
  expect(await breaches()).toEqual([])
})

const action = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('buy' as const),
      who: fc.nat(4),
      n: fc.integer({ min: 1, max: 3 }),
      slots: fc.subarray(['a', 'b', 'c'], { minLength: 1 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pay' as const), at: fc.nat(30) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('return' as const), at: fc.nat(30), n: fc.integer({ min: 1, max: 2 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'sweep' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'hour' as const }) },
)

test('after any concurrent sequence stock, items, orders and books agree', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(action, { minLength: 1, maxLength: 6 }), { maxLength: 8 }), async (rounds) => {
      // The test moves the clock, and sessions end after some hours.
      director = await staffSession(desk, [{ raceid: RACE, role: 'director' }])
      const id = await variantOf({
        most_each: 6,
        variants: [{ price: 333, stock: ['a', 'b', 'c'].map((slot) => ({ slot, pieces: 5 })) }],
      })
      const orders: { orderid: number; order: string; items: string[] }[] = []
      for (const round of rounds) {
        await Promise.all(
          round.map(async (one) => {
            if (one.do === 'buy') {
              const lines = one.slots.map((slot) => ({ variantid: id, slot, n: one.n }))
              const outcome = await buy(lines, one.who === 0 ? runner.uid : 20_000 + one.who)
              if ('saved' in outcome) orders.push(outcome.saved)
            } else if (one.do === 'sweep') await desk.sweep()
            else if (one.do === 'hour') desk.minutes(40)
            else {
              const order = orders[one.at % Math.max(1, orders.length)]
              if (!order) return
              if (one.do === 'pay' && (await desk.stateOf(order.orderid)) === 'open')
                await pay(order.orderid).catch(() => undefined)
              if (one.do === 'return') {
                const lines = [{ id: order.items[0]!, pieces: one.n }]
                const back = { raceid: RACE, id: order.order, lines, percent: 7, reason: 'x' }
                await desk.call(consoleSalesReturn, back, director)
              }
            }
          }),
        )
        expect(await breaches()).toEqual([])
      }
      await desk.refundsRun()
      expect(await breaches()).toEqual([])
    }),
    { numRuns: RUNS },
  )
}, 60_000)
