import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ageOn } from '#features/people/rules.ts'
import { priceDoubts, pricesWrong } from './priceChecks.rules.ts'
import { PriceRule } from './prices.contract.ts'
import {
  ALONE,
  type PricedEntry,
  addonsOf,
  batchOf,
  nextRank,
  priceOf,
  pricesIn,
  pricesOf,
  reasonText,
  tableIn,
} from './prices.rules.ts'

const rule = (given: Partial<PriceRule>): PriceRule => PriceRule.parse({ id: 'a', kind: 'early', ...given })
const FEE = 20_000
const paid = (rules: readonly PriceRule[], entry: Partial<PricedEntry>) =>
  priceOf(
    { fee: FEE, rules },
    {
      now: new Date('2026-06-30T00:00:00Z'),
      zone: 'Asia/Shanghai',
      rank: 1,
      age: 30,
      batch: ALONE,
      ...entry,
    },
  )
const at = (iso: string) => ({ now: new Date(iso) })

describe('until a day', () => {
  const early = [rule({ until: '2026-06-30', price: 15_000 })]
  test.each([
    ['a minute before midnight in Shanghai', '2026-06-30T23:59:00+08:00', 'Asia/Shanghai', 15_000],
    ['the last millisecond', '2026-06-30T23:59:59.999+08:00', 'Asia/Shanghai', 15_000],
    ['midnight', '2026-07-01T00:00:00+08:00', 'Asia/Shanghai', FEE],
    ['midnight in Shanghai, where the race is in London', '2026-07-01T00:00:00+08:00', 'Europe/London', 15_000],
    ['the last second in London', '2026-06-30T23:59:59+01:00', 'Europe/London', 15_000],
    ['midnight in London', '2026-07-01T00:00:00+01:00', 'Europe/London', FEE],
    ['still the day before in Honolulu', '2026-06-30T23:59:59-10:00', 'Pacific/Honolulu', 15_000],
    ['the next day in Kiritimati', '2026-07-01T00:00:00+14:00', 'Pacific/Kiritimati', FEE],
    ['long before', '2020-01-01T00:00:00Z', 'Asia/Shanghai', 15_000],
  ])('%s', (_, now, zone, price) => expect(paid(early, { ...at(now), zone }).price).toBe(price))

  test('the night in which clocks go back has its extra hour', () => {
    const autumn = [rule({ until: '2026-10-25', price: 15_000 })]
    expect(paid(autumn, { ...at('2026-10-25T23:59:59Z'), zone: 'Europe/London' }).price).toBe(15_000)
    expect(paid(autumn, { ...at('2026-10-26T00:00:00Z'), zone: 'Europe/London' }).price).toBe(FEE)
  })
})

describe('for the first entries', () => {
  const first = [rule({ first: 100, price: 15_000 })]
  test.each([
    [1, 15_000],
    [100, 15_000],
    [101, FEE],
    [null, FEE],
  ])('entry %s', (rank, price) => expect(paid(first, { rank }).price).toBe(price))
  test('and until a day; the earlier end counts', () => {
    const both = [rule({ first: 100, until: '2026-06-30', price: 15_000 })]
    expect(paid(both, { rank: 100 }).by).toEqual(both[0])
    expect(paid(both, { rank: 101 }).by).toBeNull()
    expect(paid(both, { rank: 1, ...at('2026-07-01T00:00:00+08:00') }).by).toBeNull()
  })
})

describe('by age on race day', () => {
  const ages = [
    rule({ id: 'child', kind: 'age', age_to: 17, price: 8_000 }),
    rule({ id: 'old', kind: 'age', age_from: 65, percent: 50 }),
  ]
  test.each([
    [0, 8_000],
    [17, 8_000],
    [18, FEE],
    [64, FEE],
    [65, 10_000],
    [110, 10_000],
    [null, FEE],
  ])('%s years', (age, price) => expect(paid(ages, { age }).price).toBe(price))
  test.each([
    ['born on 29 February, a day before it counts', '2008-02-29', '2026-02-28', 8_000],
    ['born on 29 February, on 1 March of a common year', '2008-02-29', '2026-03-01', FEE],
    ['born on 29 February, on its own day', '2008-02-29', '2028-02-29', FEE],
    ['the day before 18', '2008-06-02', '2026-06-01', 8_000],
    ['the 18th birthday', '2008-06-01', '2026-06-01', FEE],
    ['the 65th birthday', '1961-06-01', '2026-06-01', 10_000],
    ['born on 29 February, the day before 65', '1960-02-29', '2025-02-28', FEE],
  ])('%s', (_, birth, raceDay, price) => expect(paid(ages, { age: ageOn(birth, raceDay) }).price).toBe(price))
})

describe('for several in one sign-up', () => {
  const several = [
    rule({ id: 'g', kind: 'group', members: 5, percent: 10 }),
    rule({ id: 'f', kind: 'family', members: 3, price: 12_000 }),
  ]
  test.each([
    ['four', [30, 30, 30, 30], FEE],
    ['five', [30, 30, 30, 30, 30], 18_000],
    ['three with a child', [40, 38, 9], 12_000],
    ['two with a child', [40, 9], FEE],
    ['children alone', [9, 9, 9], FEE],
    ['five with a child: the lower of both', [40, 38, 30, 30, 9], 12_000],
    ['18 is grown up', [40, 38, 18], FEE],
  ])('%s', (_, of, price) => expect(paid(several, { batch: batchOf(of) }).price).toBe(price))
})

test('prices are not added up: the lowest counts, the first of two equal prices is named, and no price is above the fee', () => {
  const rules = [
    rule({ id: 'e', until: '2026-12-31', price: 15_000 }),
    rule({ id: 'k', kind: 'age', age_to: 17, price: 15_000 }),
    rule({ id: 'x', kind: 'age', age_from: 30, price: 30_000 }),
  ]
  expect(paid(rules, { age: 10 })).toEqual({ fee: FEE, price: 15_000, by: rules[0] })
  expect(paid([rules[2]!], { age: 30 })).toEqual({ fee: FEE, price: FEE, by: null })
  expect(paid([rule({ until: '2026-12-31', percent: 33 })], {}).price, 'a part of a fen stays').toBe(13_400)
  expect(
    priceOf({ fee: 101, rules: [rule({ until: '2026-12-31', percent: 33 })] }, { ...entry, rank: null }).price,
  ).toBe(68)
})
const entry: PricedEntry = { now: new Date('2026-06-30T00:00:00Z'), zone: 'UTC', rank: 1, age: 30, batch: ALONE }

test('for random prices: never above the fee, never below zero, and equal for people in the same place', () => {
  const any = fc.record({
    id: fc.constantFrom('a', 'b'),
    kind: fc.constantFrom('early', 'age', 'group', 'family'),
    until: fc.option(fc.constantFrom('2026-06-29', '2026-06-30', '2026-07-01')),
    first: fc.option(fc.integer({ min: 1, max: 5 })),
    age_from: fc.option(fc.nat(80)),
    age_to: fc.option(fc.nat(80)),
    members: fc.option(fc.integer({ min: 2, max: 6 })),
    price: fc.option(fc.nat(30_000)),
    percent: fc.option(fc.integer({ min: 1, max: 100 })),
  })
  fc.assert(
    fc.property(
      fc.array(any, { maxLength: 6 }),
      fc.nat(30_000),
      fc.option(fc.integer({ min: 1, max: 8 })),
      fc.option(fc.nat(90)),
      fc.array(fc.nat(90), { minLength: 1, maxLength: 8 }),
      (rules, fee, rank, age, ages) => {
        const table = { fee, rules: pricesOf({ prices: rules }) }
        const priced = priceOf(table, { ...entry, rank, age, batch: batchOf(ages) })
        expect(priced.price).toBeGreaterThanOrEqual(0)
        expect(priced.price).toBeLessThanOrEqual(fee)
        expect(priced.by === null).toBe(priced.price === fee)
      },
    ),
  )
})

test('runners see the prices that decide: expired prices are left out, and ranks count from the next entry', () => {
  const prices = [
    rule({ id: 'e', until: '2026-06-30', first: 100, price: 15_000, names: { en: 'Bird' } }),
    rule({ id: 'o', until: '2026-06-01', price: 1 }),
    rule({ id: 'n', first: 40, price: 2 }),
  ]
  const event = { price: FEE, prices, places: 500, taken: 98, state: 'normal' }
  const shown = pricesIn('en', event, 'Asia/Shanghai', new Date('2026-06-30T00:00:00Z'))
  expect(shown).toMatchObject([{ id: 'e', name: 'Bird', left: 2 }])
  const table = tableIn({ fee: FEE, prices: shown })
  const ranked = [1, 2, 3].map((rank) => priceOf(table, { ...entry, rank }).price)
  expect(ranked).toEqual([15_000, 15_000, FEE])
  expect(pricesIn('en', { ...event, taken: 500 }, 'UTC', entry.now), 'those who wait take no place').toEqual([])
  expect(nextRank({ ...event, state: 'draw' })).toBeNull()
})

test('an unreadable row lowers no fee, and a price without a name is called by its kind', () => {
  expect(pricesOf({ prices: null })).toEqual([])
  expect(pricesOf({ prices: [{ id: 'x' }, 7, rule({ first: 1, price: 1 })] })).toHaveLength(1)
  expect(addonsOf({ addons: 'x' })).toEqual([])
  expect(reasonText('zh-cn', { kind: 'early', names: {} })).toBe('早鸟价')
  expect(reasonText('en', { kind: 'early', names: { 'zh-cn': '首批' } })).toBe('首批')
})

describe('checks of the rules that an organiser writes', () => {
  const draft = { prices: [] as PriceRule[], addons: [], state: 'normal' as const, price: FEE, places: 100 }
  test.each([
    ['no condition', rule({ price: 1 }), 'price_when'],
    ['no price', rule({ first: 1 }), 'price_amount'],
    ['two prices', rule({ first: 1, price: 1, percent: 1 }), 'price_amount'],
    ['no ages', rule({ kind: 'age', price: 1 }), 'price_ages'],
    ['ages the wrong way round', rule({ kind: 'age', age_from: 9, age_to: 8, price: 1 }), 'price_ages'],
    ['no number of people', rule({ kind: 'group', price: 1 }), 'price_members'],
  ])('%s', (_, one, why) => expect(pricesWrong({ ...draft, prices: [one] })).toEqual(['prices.0', why]))

  test('the same condition twice, the first entries of a draw, add-ons without a name or with the same name', () => {
    const one = rule({ first: 1, price: 1 })
    expect(pricesWrong({ ...draft, prices: [one, { ...one, id: 'b' }] })).toEqual(['prices.1', 'twice'])
    expect(pricesWrong({ ...draft, state: 'draw', prices: [one] })).toEqual(['prices.0', 'price_first'])
    const addon = { id: 'a', names: { en: 'Medal' }, price: 1, per_person: 1 }
    expect(pricesWrong({ ...draft, addons: [{ ...addon, names: {} }] })).toEqual(['addons.0', 'price_name'])
    expect(pricesWrong({ ...draft, addons: [addon, { ...addon, id: 'b' }] })).toEqual(['addons.1', 'twice'])
    const dear = { ...addon, price: 200_001, per_person: 10 }
    expect(pricesWrong({ ...draft, addons: [dear] })).toEqual(['addons.0', 'addon_sum'])
  })

  test('values that are probably a mistake', () => {
    const doubts = (prices: PriceRule[]) =>
      priceDoubts({ ...draft, prices, signup_from: '2026-06-01T00:00:00Z' }, 'Asia/Shanghai', 10)
    expect(doubts([rule({ first: 1, price: FEE })])).toEqual([{ at: 0, doubt: 'above' }])
    expect(doubts([rule({ first: 10, price: 2 }), rule({ id: 'b', first: 20, price: 1 })])).toEqual([
      { at: 0, doubt: 'hidden' },
    ])
    expect(doubts([rule({ first: 10, price: 1 }), rule({ id: 'b', first: 20, price: 2 })])).toEqual([])
    expect(doubts([rule({ until: '2026-05-31', price: 1 })])).toEqual([{ at: 0, doubt: 'before_open' }])
    expect(doubts([rule({ first: 100, price: 1 })])).toEqual([{ at: 0, doubt: 'all_places' }])
    expect(doubts([rule({ kind: 'group', members: 11, price: 1 })])).toEqual([{ at: 0, doubt: 'too_many', most: 10 }])
    const age = (id: string, age_from: number | null, age_to: number | null) =>
      rule({ id, kind: 'age', age_from, age_to, price: 1 })
    expect(doubts([age('a', null, 17), age('b', 17, 20)])).toEqual([{ at: 1, doubt: 'overlap', from: 17, to: 17 }])
    expect(doubts([age('a', null, 11), age('b', 14, 17)])).toEqual([{ at: 1, doubt: 'gap', from: 12, to: 13 }])
    expect(doubts([age('a', null, 17), age('b', 65, null)]), 'grown-ups between are no gap').toEqual([])
  })
})
