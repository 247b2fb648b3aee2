import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  chargeFor,
  chargeOf,
  chargeTogether,
  openingOfCharge,
  priceFor,
  currentCharge,
  sumOfBought,
} from './pricing.rules.ts'

const fen = fc.nat(10_000_000)
const invitation = fc.option(fc.record({ price: fc.option(fen) }), { nil: undefined })
const none = { o_fee: null, o_discount: null, o_amount: null, o_items: null }
const names = { 'zh-cn': '马拉松' }
const early = { id: 'e', kind: 'early' as const, names: { 'zh-cn': '早鸟' } }
const bought = fc.array(fc.record({ id: fc.constant('a'), names: fc.constant({}), price: fen, n: fc.nat(20) }), {
  maxLength: 3,
})

/** Computes the price of a sign-up to an event with this fee, perhaps with an invitation, a lower price and add-ons. */
const enter = (
  brought: { price: number | null } | undefined,
  fee: number,
  lower = fee,
  addons: { id: string; names: object; price: number; n: number }[] = [],
) => {
  const by = lower < fee ? early : null
  const priced = priceFor(brought, { fee, price: lower, by: by as never })
  const kept = priced.by ? early : null
  return {
    priced,
    kept,
    charge: chargeFor(priced, { invited: brought !== undefined, by: kept, bought: addons, names }),
  }
}
const rowOf = (
  { priced, kept }: ReturnType<typeof enter>,
  invite: string | null,
  e_price: number,
  addons: { price: number; n: number }[] = [],
) => ({
  price: priced.price + sumOfBought(addons),
  fee: priced.fee,
  price_by: kept,
  addons,
  invite,
  e_price,
  e_name: '马拉松',
  e_names: {},
})

test('an invitation lowers the price, at most to zero, and never raises it', () => {
  const of = (brought: { price: number | null } | undefined) => enter(brought, 18_000).charge
  expect(of(undefined)).toMatchObject({ fee: 18_000, discount: 0, amount: 18_000, invited: false })
  expect(of({ price: 9_000 })).toMatchObject({ fee: 18_000, discount: 9_000, amount: 9_000, invited: true })
  expect(of({ price: 0 })).toMatchObject({ fee: 18_000, discount: 18_000, amount: 0, invited: true })
  expect(of({ price: null })).toMatchObject({ fee: 18_000, discount: 0, amount: 18_000, invited: true })
  expect(of({ price: 30_000 })).toMatchObject({ fee: 18_000, discount: 0, amount: 18_000, invited: true })
})

test("of an event's price and a code the lower one counts, and the answer names it", () => {
  expect(enter({ price: 9_000 }, 18_000, 12_000)).toMatchObject({
    kept: null,
    charge: { fee: 18_000, discount: 9_000, items: [{ kind: 'entry' }, { kind: 'code', amount: -9_000 }] },
  })
  expect(enter({ price: 15_000 }, 18_000, 12_000)).toMatchObject({
    kept: early,
    charge: { discount: 6_000, items: [{ kind: 'entry' }, { kind: 'early', names: early.names, amount: -6_000 }] },
  })
  expect(enter({ price: 12_000 }, 18_000, 12_000).kept, 'the same').toEqual(early)
})

test(
  'over any prices: the amount is the fee less the discount and the sum of the lines, nothing is negative, and the ' +
    'sign-up costs what its order asks for',
  () => {
    fc.assert(
      fc.property(invitation, fen, fen, fen, bought, (brought, fee, lower, later, addons) => {
        const entered = enter(brought, fee, Math.min(fee, lower), addons)
        const row = rowOf(entered, brought ? 'X' : null, fee, addons)
        expect(chargeOf(row)).toEqual(entered.charge)
        for (const one of [entered.charge, chargeOf({ ...row, e_price: later })]) {
          expect(one.amount).toBe(one.fee - one.discount)
          expect(one.amount).toBe(one.items.reduce((sum, { amount }) => sum + amount, 0))
          expect(Math.min(one.fee, one.discount, one.amount)).toBeGreaterThanOrEqual(0)
          expect(one.amount, 'what was agreed stays').toBe(entered.charge.amount)
          if (!brought && lower >= fee) expect(one.discount).toBe(0)
        }
      }),
    )
  },
)

test("one order for several people asks for all of them; a free order is the invitation's only if there is one", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(invitation, fen), { minLength: 1, maxLength: 6 }), (people) => {
      const charges = people.map(([brought, fee]) => enter(brought, fee).charge)
      const all = chargeTogether(charges)
      expect(all.amount).toBe(charges.reduce((sum, { amount }) => sum + amount, 0))
      expect(all.amount).toBe(all.fee - all.discount)
      expect(all.amount).toBe(all.items.reduce((sum, { amount }) => sum + amount, 0))
      expect(openingOfCharge(all).free).toBe(people.some(([brought]) => brought) ? 'invite' : undefined)
    }),
  )
})

test('an existing order is shown unchanged; an old sign-up has its price as its fee', () => {
  const row = { ...rowOf(enter({ price: 9_000 }, 9_000), 'X', 25_000), fee: null, ...none }
  expect(currentCharge(row)).toMatchObject({ fee: 25_000, discount: 16_000, amount: 9_000 })
  expect(currentCharge({ ...row, invite: null })).toMatchObject({ fee: 9_000, discount: 0, amount: 9_000 })
  expect(currentCharge({ ...row, o_fee: 18_000, o_discount: 9_000, o_amount: 9_000 })).toMatchObject({
    fee: 18_000,
    discount: 9_000,
    amount: 9_000,
    items: null,
  })
})
