import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RefundPolicy } from '#features/races/refund.contract.ts'
import { type TierSpan, dayStart, tierSpans } from '#features/races/refund.rules.ts'
import { shareOf } from '#features/registrations/payment/shares.rules.ts'
import { amountBy, handFee, keptPart, offerNow, tierAt, tierUntil, weekAfter, whyNotPolicy } from './rules.ts'

const zone = 'Asia/Shanghai'
const policy = (change: Partial<RefundPolicy> = {}): RefundPolicy => ({
  exit: true,
  tiers: [
    { from: null, until: '2028-02-29', percent: 0, fixed: 0 },
    { from: '2028-03-01', until: '2028-03-31', percent: 20, fixed: 500 },
    { from: '2028-04-10', until: '2028-04-20', percent: 50, fixed: 0 },
  ],
  deadline: null,
  reasons: ['other'],
  successor: null,
  cash: null,
  ...change,
})
const race = (
  refunds: Record<string, RefundPolicy>,
  change: { time?: Date; refund_until?: string; zone?: string } = {},
) => ({
  zone: change.zone ?? zone,
  time: change.time ?? new Date('2028-04-30T23:30:00Z'),
  settings: { refunds, refund_until: change.refund_until },
})
const at = (local: string): Date => new Date(`${local}+08:00`)

describe("tiers on the race's own calendar", () => {
  const tiers = tierSpans(race({ 0: policy() }), 3)
  const keeps = (local: string) => {
    const { tier } = tierAt(tiers, at(local))
    return tier && [tier.percent, tier.fixed]
  }
  test('29 February is a day of its own; a tier ends at the last midnight of Shanghai, not of Greenwich', () => {
    expect(keeps('2028-02-29T00:00:00')).toEqual([0, 0])
    expect(keeps('2028-02-29T23:59:59.999')).toEqual([0, 0])
    expect(keeps('2028-03-01T00:00:00')).toEqual([20, 500])
    expect(keeps('2028-03-31T23:59:59.999')).toEqual([20, 500])
    expect(keeps('2028-04-01T00:00:00')).toBeUndefined()
    expect(keeps('2028-04-10T00:00:00')).toEqual([50, 0])
    expect(keeps('2028-04-21T00:00:00')).toBeUndefined()
  })
  test('the next tier is shown, also over days without a tier', () => {
    expect(tierAt(tiers, at('2028-02-10T12:00:00')).next).toMatchObject({
      from: at('2028-03-01T00:00:00'),
      tier: { percent: 20 },
    })
    expect(tierAt(tiers, at('2028-03-15T12:00:00')).next).toMatchObject({
      from: at('2028-04-10T00:00:00'),
      tier: { percent: 50 },
    })
    expect(tierAt(tiers, at('2028-04-05T12:00:00'))).toMatchObject({
      tier: undefined,
      next: { from: at('2028-04-10T00:00:00') },
    })
    expect(tierAt(tiers, at('2028-04-12T12:00:00')).next).toBeUndefined()
  })
  test('if two tiers have one day, the first counts and ends the time of the other', () => {
    const both = tierSpans(
      race({
        0: policy({
          tiers: [
            { from: '2028-03-10', until: '2028-03-12', percent: 5, fixed: 0 },
            { from: null, until: '2028-03-31', percent: 30, fixed: 0 },
          ],
        }),
      }),
      1,
    )
    const now = at('2028-03-01T08:00:00')
    const { tier, next } = tierAt(both, now)
    expect([tier!.percent, next!.tier.percent, tierUntil(both, tier!, now)]).toEqual([30, 5, at('2028-03-10T00:00:00')])
    expect(tierAt(both, at('2028-03-13T00:00:00')).tier!.percent).toBe(30)
  })
  test('no refund is possible after the deadline or the start of the race, and none if leaving is closed', () => {
    const cut = tierSpans(race({ 0: policy({ deadline: '2028-03-15T04:00:00Z' }) }), 1)
    expect(cut.map(({ until }) => until.toISOString())).toEqual([
      '2028-02-29T16:00:00.000Z',
      '2028-03-15T04:00:00.000Z',
    ])
    expect(tierSpans(race({ 0: policy() }, { time: at('2028-03-05T07:30:00') }), 1).at(-1)!.until).toEqual(
      at('2028-03-05T07:30:00'),
    )
    expect(tierSpans(race({ 0: policy({ exit: false }) }), 1)).toEqual([])
  })
  test("an event's own rules come before its race's; without rules everything goes back until the last moment", () => {
    const both = race({ 0: policy(), 7: policy({ exit: false }) })
    expect([tierSpans(both, 7).length, tierSpans(both, 1).length]).toEqual([0, 3])
    expect(tierSpans(race({}, { refund_until: '2028-03-01T00:00:00Z' }), 1)).toEqual([
      { from: null, until: new Date('2028-03-01T00:00:00Z'), percent: 0, fixed: 0 },
    ])
    expect(tierSpans(race({}), 1)).toEqual([])
  })
  test('after a change of clocks, a day begins when it begins there', () => {
    expect(dayStart('2028-03-26', 'Europe/Berlin', 1).toISOString()).toBe('2028-03-26T22:00:00.000Z')
    expect(dayStart('2028-03-26', 'Europe/Berlin').toISOString()).toBe('2028-03-25T23:00:00.000Z')
  })
})

describe('the amount', () => {
  test('parts of a fen belong to the runner; a fixed fee is added, and the race keeps no more than the payment', () => {
    expect(keptPart(9_999, { percent: 33, fixed: 0 })).toBe(3_299)
    expect(keptPart(1, { percent: 99, fixed: 0 })).toBe(0)
    expect(keptPart(12_000, { percent: 20, fixed: 500 })).toBe(2_900)
    expect(keptPart(300, { percent: 50, fixed: 500 })).toBe(300)
    expect(amountBy({ share: 9_999, back: 0, left: 9_999 }, { percent: 33, fixed: 0 })).toBe(6_700)
  })
  test("each person of an order has the own share: the price, less a part of the order's discount; postage belongs to nobody", () => {
    expect(shareOf({ amount: 24_000, prices: [12_000, 9_000, 3_000], price: 9_000 })).toBe(9_000)
    expect(shareOf({ amount: 24_100, prices: [12_000, 12_000], price: 12_000 })).toBe(12_000)
    expect([1, 2, 3].map(() => shareOf({ amount: 10_000, prices: [4_000, 4_000, 4_000], price: 4_000 }))).toEqual([
      3_334, 3_334, 3_334,
    ])
    expect(shareOf({ amount: 0, prices: [0], price: 0 })).toBe(0)
  })
  test('never more than the rest: amounts that staff gave back count, and so do refunds of the other people', () => {
    expect(amountBy({ share: 12_000, back: 11_000, left: 30_000 }, { percent: 50, fixed: 0 })).toBe(1_000)
    expect(amountBy({ share: 12_000, back: 2_000, left: 30_000 }, { percent: 50, fixed: 0 })).toBe(6_000)
    expect(amountBy({ share: 3_334, back: 0, left: 3_332 }, { percent: 0, fixed: 0 })).toBe(3_332)
  })
  test('for random orders and rules: no negative amount, and all refunds stay within the payment', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(50_000), { minLength: 1, maxLength: 6 }),
        fc.nat(200_000),
        fc.nat(100),
        fc.nat(60_000),
        (prices, amount, percent, fixed) => {
          let left = Math.min(amount, prices.reduce((a, b) => a + b, 0) + 100)
          const paid = left
          for (const price of prices) {
            const share = shareOf({ amount: paid, prices, price })
            const back = amountBy({ share, back: 0, left }, { percent, fixed })
            expect(back).toBeGreaterThanOrEqual(0)
            expect(back).toBeLessThanOrEqual(price)
            expect(Number.isInteger(back)).toBe(true)
            left -= back
          }
          expect(left).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })
  test('in a refund in cash, parts of a fen belong to the runner too; one yuan at 1% is 0.99', () => {
    expect([handFee(100, 1), handFee(12_345, 1), handFee(12_345, null)]).toEqual([1, 123, 0])
  })
})

describe('a refund that depends on the next in line', () => {
  const tiers: TierSpan[] = tierSpans(race({ 0: policy() }), 1)
  const tied = policy({ successor: { until: '2028-04-15', percent: 0, fixed: 300 } })
  const facts = { share: 12_000, back: 0, left: 12_000, state: 'normal', zone, tiers, policy: tied, waitlist: true }
  const now = at('2028-03-10T12:00:00')
  test('the runner gets more once somebody has the place; after the declared day at the latest the tier of today', () => {
    expect(offerNow(facts, now)).toEqual({
      amount: 9_100,
      kept: 2_900,
      rule: { percent: 20, fixed: 500 },
      tie: { falls_at: at('2028-04-16T00:00:00'), amount: 11_700, fallback: 9_100, kept: { percent: 0, fixed: 300 } },
    })
  })
  test('nobody waits without a waitlist, for no more money than is due anyway, or after the day', () => {
    expect(offerNow({ ...facts, waitlist: false }, now)!.tie).toBeUndefined()
    expect(offerNow(facts, at('2028-02-10T12:00:00'))!.tie).toBeUndefined()
    expect(offerNow(facts, at('2028-04-16T00:00:00'))!.tie).toBeUndefined()
    expect(offerNow(facts, at('2028-04-05T12:00:00')), 'no tier holds that day').toBeUndefined()
    expect(offerNow({ ...facts, state: 'wait' }, at('2028-04-05T12:00:00')), 'nor for the waitlist').toBeUndefined()
  })
  test('a runner who waits for a place gets all of it back on every day', () => {
    expect(offerNow({ ...facts, state: 'wait' }, now)).toEqual({
      amount: 12_000,
      kept: 0,
      rule: { percent: 0, fixed: 0 },
      tie: undefined,
    })
  })
})

test('impossible rules are named', () => {
  expect(whyNotPolicy(policy())).toBeUndefined()
  expect(whyNotPolicy(policy({ tiers: [{ from: '2028-03-02', until: '2028-03-01', percent: 0, fixed: 0 }] }))).toEqual({
    at: 'policy.tiers.0.until',
    why: 'ends_before_it_begins',
  })
  expect(
    whyNotPolicy(
      policy({
        tiers: [
          { from: null, until: '2028-03-31', percent: 0, fixed: 0 },
          { from: '2028-03-01', until: '2028-03-31', percent: 9, fixed: 0 },
        ],
      }),
    ),
  ).toEqual({ at: 'policy.tiers.1.until', why: 'never_reached' })
  expect(whyNotPolicy(policy({ successor: { until: '2028-04-15', percent: 60, fixed: 900 } }))).toEqual({
    at: 'policy.successor.percent',
    why: 'successor_gives_less',
  })
})

test('the next date is one week after the refund', () => {
  expect(weekAfter(new Date('2028-02-26T04:00:00Z'))).toEqual(new Date('2028-03-04T04:00:00Z'))
})
