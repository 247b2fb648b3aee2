import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chargeOf, chargeTogether, chargeWith, openingOf, shownCharge } from './pricing.rules.ts'

const fen = fc.nat(10_000_000)
const invitation = fc.option(fc.record({ price: fc.option(fen) }), { nil: undefined })
const none = { o_fee: null, o_discount: null, o_amount: null }

test('an invitation takes off, to nothing at the most, and never puts on', () => {
  expect(chargeWith(undefined, 18_000)).toEqual({ fee: 18_000, discount: 0, amount: 18_000, invited: false })
  expect(chargeWith({ price: 9_000 }, 18_000)).toEqual({ fee: 18_000, discount: 9_000, amount: 9_000, invited: true })
  expect(chargeWith({ price: 0 }, 18_000)).toEqual({ fee: 18_000, discount: 18_000, amount: 0, invited: true })
  expect(chargeWith({ price: null }, 18_000)).toEqual({ fee: 18_000, discount: 0, amount: 18_000, invited: true })
  expect(chargeWith({ price: 30_000 }, 18_000)).toEqual({ fee: 18_000, discount: 0, amount: 18_000, invited: true })
})

test(
  'over any prices: the amount is the fee less the discount, nothing is negative, and the sign-up costs what its ' +
    'order asks for',
  () => {
    fc.assert(
      fc.property(invitation, fen, fen, (brought, listed, later) => {
        const entered = chargeWith(brought, listed)
        const row = { price: entered.amount, invite: brought ? 'X' : null }
        expect(chargeOf({ ...row, e_price: listed })).toEqual(entered)
        for (const one of [entered, chargeOf({ ...row, e_price: later })]) {
          expect(one.amount).toBe(one.fee - one.discount)
          expect(Math.min(one.fee, one.discount, one.amount)).toBeGreaterThanOrEqual(0)
          expect(one.amount, 'what was agreed stays').toBe(entered.amount)
          if (!brought) expect(one.discount).toBe(0)
        }
      }),
    )
  },
)

test("one order for several asks for all of them; what costs nothing is the invitation's only where there is one", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(invitation, fen), { minLength: 1, maxLength: 6 }), (people) => {
      const charges = people.map(([brought, listed]) => chargeWith(brought, listed))
      const all = chargeTogether(charges)
      expect(all.amount).toBe(charges.reduce((sum, { amount }) => sum + amount, 0))
      expect(all.amount).toBe(all.fee - all.discount)
      expect(openingOf(all).free).toBe(people.some(([brought]) => brought) ? 'invite' : undefined)
    }),
  )
})

test('an order that is there is shown as it is', () => {
  const row = { price: 9_000, invite: 'X', e_price: 25_000 }
  expect(shownCharge({ ...row, ...none })).toEqual({ fee: 25_000, discount: 16_000, amount: 9_000 })
  expect(shownCharge({ ...row, o_fee: 18_000, o_discount: 9_000, o_amount: 9_000 })).toEqual({
    fee: 18_000,
    discount: 9_000,
    amount: 9_000,
  })
})
