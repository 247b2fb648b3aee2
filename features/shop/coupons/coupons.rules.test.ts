import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partOf } from '#features/sales/tiers.rules.ts'
import { type CouponTerms, bestCouponsOf, discountOf, split, whyNoCoupon } from './coupons.rules.ts'

const now = new Date('2026-10-01T08:00:00Z')
const coupon = (change: Partial<CouponTerms> = {}): CouponTerms => ({
  id: 1,
  kind: 'amount',
  value: 1_000,
  most: null,
  threshold: 0,
  goodsids: [],
  stackable: true,
  valid_from: new Date('2026-09-01T00:00:00Z'),
  valid_until: new Date('2026-11-01T00:00:00Z'),
  state: 'open',
  ...change,
})
const sum = (all: readonly number[]) => all.reduce((whole, one) => whole + one, 0)

const fen = fc.integer({ min: 0, max: 1_000_000_000 })
const line = fc.record({ goodsid: fc.integer({ min: 1, max: 4 }), amount: fen, n: fc.integer({ min: 1, max: 100 }) })
const lines = fc.array(line, { minLength: 1, maxLength: 12 })
const anyCoupon = fc.record({
  kind: fc.constantFrom('amount' as const, 'percent' as const),
  amount: fc.integer({ min: 1, max: 2_000_000_000 }),
  percent: fc.integer({ min: 1, max: 100 }),
  most: fc.option(fc.integer({ min: 1, max: 100_000 })),
  goodsids: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 3 }),
})
const coupons = fc
  .array(anyCoupon, { maxLength: 5 })
  .map((all) =>
    all.map(({ amount, percent, ...one }, at) =>
      coupon({ ...one, id: at + 1, value: one.kind === 'amount' ? amount : percent }),
    ),
  )

test('a split is exact to the fen, and no part is above its weight', () => {
  fc.assert(
    fc.property(
      fc.array(fen, { minLength: 1, maxLength: 30 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (of, part) => {
        const amount = Math.floor(sum(of) * part)
        const parts = split(amount, of)
        expect(sum(parts)).toBe(sum(of) === 0 ? 0 : amount)
        parts.forEach((one, at) => expect(one >= 0 && one <= of[at]!).toBe(true))
      },
    ),
  )
})

test('discounts never take a line below zero, and lines and coupons save the same sum', () => {
  fc.assert(
    fc.property(lines, coupons, (of, all) => {
      const found = discountOf(
        of,
        all.filter((one) => whyNoCoupon(one, of, now) === undefined),
        now,
      )
      if (!('off' in found)) throw new Error(found.against)
      found.off.forEach((off, at) => expect(off >= 0 && off <= of[at]!.amount).toBe(true))
      expect(sum(found.off)).toBe(sum(found.by.map(({ off }) => off)))
    }),
  )
})

test('the order of the coupons changes nothing', () => {
  fc.assert(
    fc.property(lines, coupons, (of, all) => {
      expect(discountOf(of, all.toReversed(), now)).toEqual(discountOf(of, all, now))
    }),
  )
})

test('pieces that come back one after the other give back exactly what was paid for the line', () => {
  fc.assert(
    fc.property(lines, coupons, fc.infiniteStream(fc.integer({ min: 1, max: 30 })), (of, all, steps) => {
      const found = discountOf(
        of,
        all.filter((one) => whyNoCoupon(one, of, now) === undefined),
        now,
      )
      if (!('off' in found)) throw new Error(found.against)
      of.forEach(({ n, amount }, at) => {
        const paid = amount - found.off[at]!
        let [returned, back] = [0, 0]
        while (returned < n) {
          const pieces = Math.min(n - returned, steps.next().value as number)
          const part = partOf(paid, n, returned, pieces)
          expect(part).toBeGreaterThanOrEqual(0)
          returned += pieces
          back += part
        }
        expect(back).toBe(paid)
      })
    }),
  )
})

const few = fc.array(fc.record({ goodsid: fc.integer({ min: 1, max: 3 }), amount: fc.integer({ min: 0, max: 120 }) }), {
  minLength: 1,
  maxLength: 4,
})
const offered = fc
  .array(
    fc.record({
      kind: fc.constantFrom('amount' as const, 'percent' as const),
      value: fc.integer({ min: 1, max: 100 }),
      most: fc.option(fc.integer({ min: 1, max: 60 })),
      threshold: fc.constantFrom(0, 0, 50),
      goodsids: fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { maxLength: 2 }),
      stackable: fc.boolean(),
    }),
    { maxLength: 8 },
  )
  .map((all) => all.map((one, at) => coupon({ ...one, id: at + 1 })))
const savedBy = (of: readonly { goodsid: number; amount: number }[], some: readonly CouponTerms[]) => {
  const found = discountOf(of, some, now)
  return 'off' in found ? sum(found.off) : -1
}

test('the chosen coupons save as much as the best of all allowed sets, and no smaller set saves as much', () => {
  fc.assert(
    fc.property(few, offered, (of, all) => {
      const sets = Array.from({ length: 2 ** all.length }, (_, bits) => all.filter((_one, at) => (bits >> at) & 1))
      const saved = sets.map((some) => savedBy(of, some))
      const most = Math.max(...saved)
      const fewest = Math.min(...sets.filter((_, at) => saved[at] === most).map((some) => some.length))
      const ids = new Set(bestCouponsOf(of, all, now))
      const best = all.filter(({ id }) => ids.has(id))
      expect([savedBy(of, best), best.length]).toEqual([most, fewest])
    }),
    { numRuns: 500 },
  )
})

test('a coupon that saves most alone is left out if others save more together', () => {
  const of = [
    { goodsid: 1, amount: 10_000 },
    { goodsid: 2, amount: 10_000 },
  ]
  // Five large coupons of one thing use up its price, and the small coupon of the other thing counts in full.
  const all = [
    ...[1, 2, 3, 4, 5].map((id) => coupon({ id, value: 9_000, goodsids: [1] })),
    coupon({ id: 6, value: 500, goodsids: [2] }),
  ]
  expect(savedBy(of, all.slice(0, 5))).toBe(10_000)
  expect(bestCouponsOf(of, all, now).toSorted()).toEqual([1, 2, 6])
})

test('the choice among many coupons stays quick, and it begins with those that save most alone', () => {
  const of = Array.from({ length: 10 }, (_, at) => ({ goodsid: at + 1, amount: 10_000 }))
  const all = Array.from({ length: 200 }, (_, at) =>
    coupon({
      id: at + 1,
      kind: at % 2 ? 'percent' : 'amount',
      value: at % 2 ? 40 + (at % 50) : 4_000 + at,
      goodsids: [1 + (at % 10), 1 + ((at * 7) % 10)],
    }),
  )
  const begun = performance.now()
  const best = new Set(bestCouponsOf(of, all, now))
  expect(performance.now() - begun).toBeLessThan(1_000)
  const alone = all.toSorted((one, other) => savedBy(of, [other]) - savedBy(of, [one])).slice(0, 5)
  expect(
    savedBy(
      of,
      all.filter(({ id }) => best.has(id)),
    ),
  ).toBeGreaterThanOrEqual(savedBy(of, alone))
})

test('a threshold counts full prices in scope, and each reason is named', () => {
  const of = [
    { goodsid: 1, amount: 5_000 },
    { goodsid: 2, amount: 4_000 },
  ]
  expect(discountOf(of, [coupon({ kind: 'percent', value: 50 }), coupon({ id: 2, threshold: 9_000 })], now)).toEqual({
    off: [3_055, 2_445],
    by: [
      { id: 1, off: 4_500 },
      { id: 2, off: 1_000 },
    ],
  })
  const why = (change: Partial<CouponTerms>) => whyNoCoupon(coupon(change), of, now)
  expect(why({ threshold: 9_001 })).toBe('coupon_threshold')
  expect(why({ goodsids: [2], threshold: 4_001 })).toBe('coupon_threshold')
  expect(why({ goodsids: [3] })).toBe('coupon_elsewhere')
  expect(why({ state: 'used' })).toBe('coupon_used')
  expect(why({ valid_from: new Date('2026-10-01T08:00:01Z') })).toBe('coupon_early')
  expect(why({ valid_until: now })).toBe('coupon_expired')
  expect(discountOf(of, [coupon(), coupon({ id: 2, stackable: false })], now)).toEqual({
    against: 'coupon_alone',
    id: 2,
  })
  const six = Array.from({ length: 6 }, (_, at) => coupon({ id: at + 1 }))
  expect(discountOf(of, six, now)).toEqual({ against: 'coupon_too_many', id: 6 })
  expect(discountOf(of, [coupon(), coupon()], now)).toMatchObject({ by: [{ id: 1, off: 1_000 }] })
})
