import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Shelf, type StockRow, type SaleTerms, fillOrder, stockKey } from './fill.rules.ts'
import { backOf, partOf, tierOf } from './tiers.rules.ts'

const now = new Date('2026-03-01T04:00:00Z')
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
const terms = (change: Partial<SaleTerms> = {}): SaleTerms => ({
  goodsid: 1,
  room: 'tickets',
  audience: 'everybody',
  most_each: null,
  sale_from: null,
  sale_until: null,
  open: true,
  price: 100,
  signup_events: null,
  ...change,
})
const row = (change: Partial<StockRow> = {}): StockRow => ({
  variantid: 1,
  slot: '',
  pieces: 3,
  sold: 0,
  price: null,
  ends_at: null,
  open: true,
  ...change,
})
const shelf = (stock: StockRow[], one: SaleTerms = terms()): Shelf => ({
  terms: new Map(stock.map(({ variantid }) => [variantid, one])),
  stock: new Map(stock.map((each) => [stockKey(each), each])),
  held: new Map(),
  unpaid: new Map(),
})
const want = (n: number, slots = [''], uid = 1) => ({
  uid,
  room: 'tickets',
  lines: slots.map((slot) => ({ variantid: 1, slot, n })),
  standing: { registered: true, finished: false },
  seen: undefined,
})

test('an order of several nights is filled wholly or not at all', () => {
  const nights = [row({ slot: 'a' }), row({ slot: 'b', sold: 2 }), row({ slot: 'c' })]
  const all = shelf(nights)
  expect(fillOrder(all, want(2, ['a', 'b', 'c']), now)).toMatchObject({ refused: 'goods_sold_out', slot: 'b', free: 1 })
  expect(nights.map(({ sold }) => sold)).toEqual([0, 2, 0])
  expect(fillOrder(all, want(1, ['a', 'b', 'c']), now)).toMatchObject({ amount: 300 })
  expect(nights.map(({ sold }) => sold)).toEqual([1, 3, 1])
})

test('a basket fails a check even if each of its halves passes', () => {
  const one = shelf([row()])
  expect(fillOrder(one, want(2, ['', '']), now)).toMatchObject({ refused: 'goods_sold_out' })
  const limited = shelf([row({ slot: 'a' }), row({ slot: 'b' })], terms({ most_each: 3 }))
  expect(fillOrder(limited, want(2, ['a', 'b']), now)).toMatchObject({ refused: 'goods_limit', free: 3 })
})

test('each rule alone refuses an order', () => {
  const why = (change: Partial<SaleTerms>, stock: Partial<StockRow> = {}, seen?: number) => {
    const fill = fillOrder(shelf([row(stock)], terms(change)), { ...want(1), seen }, now)
    return 'refused' in fill ? fill.refused : 'sold'
  }
  expect([
    why({ open: false }),
    why({ sale_from: later(1) }),
    why({ sale_until: now }),
    why({}, { open: false }),
    why({}, { ends_at: now }),
    why({ audience: 'finishers' }),
    why({ room: 'shop' }),
    why({}, {}, 99),
    why({ audience: 'registrants', sale_from: now, sale_until: later(1) }, { ends_at: later(1) }, 100),
  ]).toEqual([
    'goods_not_on_sale',
    'goods_not_on_sale',
    'goods_not_on_sale',
    'goods_not_on_sale',
    'goods_not_on_sale',
    'goods_not_for_you',
    'goods_not_found',
    'goods_price_changed',
    'sold',
  ])
})

test('an account holds at most five unpaid orders, and free orders do not count', () => {
  const one = shelf([row({ pieces: 20 })])
  const refusals = Array.from({ length: 6 }, () => 'refused' in fillOrder(one, want(1), now))
  expect(refusals).toEqual([false, false, false, false, false, true])
  const free = shelf([row({ pieces: 20 })], terms({ price: 0 }))
  expect(Array.from({ length: 6 }, () => 'refused' in fillOrder(free, want(1), now))).not.toContain(true)
})

test('the parts of an amount add up to it to the fen, however it is split', () => {
  fc.assert(
    fc.property(
      fc.nat(1_000_000),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 9 }),
      (amount, cuts) => {
        const n = cuts.reduce((sum, cut) => sum + cut, 0)
        let returned = 0
        let sum = 0
        for (const cut of cuts) {
          sum += partOf(amount, n, returned, cut)
          returned += cut
        }
        expect(sum).toBe(amount)
      },
    ),
  )
})

test('money goes back by days, or by hours before the slot', () => {
  const zone = 'Asia/Shanghai'
  const rule = {
    tiers: [
      { from: null, until: '2026-03-01', percent: 0, fixed: 0 },
      { from: '2026-03-02', until: '2026-03-05', percent: 50, fixed: 10 },
    ],
    before: [
      { hours: 24, percent: 30, fixed: 0 },
      { hours: 72, percent: 0, fixed: 0 },
    ],
  }
  const at = (starts_at: Date | null, moment: Date) => tierOf(rule, { zone, starts_at }, moment)?.percent
  expect([at(null, now), at(null, later(12)), at(null, later(24 * 5))]).toEqual([0, 50, undefined])
  expect([at(later(72), now), at(later(71), now), at(later(24), now), at(later(23), now), at(now, now)]).toEqual([
    0,
    30,
    30,
    undefined,
    undefined,
  ])
  expect(tierOf(null, { zone, starts_at: null }, now)).toBeUndefined()
  expect([backOf(101, 1, { percent: 50, fixed: 10 }), backOf(5, 1, { percent: 0, fixed: 10 })]).toEqual([41, 0])
})
