import type { Invitation } from '#features/invitations/contract.ts'
import { priceWith } from '#features/invitations/rules.ts'
import type { Payment } from '#features/orders/contract.ts'

/**
 * The price, in fen: `fee` without an invitation, `discount` by it, `amount` to be paid. An invitation without a
 * discount still counts as `invited`.
 */
export type Charge = { fee: number; discount: number; amount: number; invited: boolean }

/**
 * The one rule: a registration keeps the price of its sign-up. Its fee is that price. For an invited runner it is at
 * least the price in its event, so that the discount is visible.
 */
const charge = (price: number, listed: number, invited: boolean): Charge => {
  const fee = invited ? Math.max(price, listed) : price
  return { fee, discount: fee - price, amount: price, invited }
}

/** The price of a sign-up in an event with this price, with an invitation or without one. */
export const chargeWith = (invitation: Pick<Invitation, 'price'> | undefined, listed: number): Charge =>
  charge(invitation ? priceWith(invitation, listed) : listed, listed, invitation !== undefined)

/** A registration: its price, its code, and the present price in its event. */
type Priced = { price: number; invite: string | null; e_price: number }
/** The price of an order that is opened now for a registration. */
export const chargeOf = ({ price, invite, e_price }: Priced): Charge => charge(price, e_price, invite !== null)

/** The price of one order for several registrations. */
export const chargeTogether = (charges: readonly Charge[]): Charge => {
  const sum = (of: 'fee' | 'discount' | 'amount') => charges.reduce((total, one) => total + one[of], 0)
  return {
    fee: sum('fee'),
    discount: sum('discount'),
    amount: sum('amount'),
    invited: charges.some(({ invited }) => invited),
  }
}

/** The money of a newly opened order. A free one counts as paid by the invitation, where there is one. */
export const openingOf = ({ fee, discount, invited }: Charge): { fee: number; discount: number; free?: Payment } => ({
  fee,
  discount,
  ...(invited ? { free: 'invite' as const } : {}),
})

/** The price that everybody sees: that of its order, or before there is one that of a coming order. */
export const shownCharge = (
  row: Priced & { o_fee: number | null; o_discount: number | null; o_amount: number | null },
): Omit<Charge, 'invited'> => {
  if (row.o_fee !== null && row.o_discount !== null && row.o_amount !== null)
    return { fee: row.o_fee, discount: row.o_discount, amount: row.o_amount }
  const { fee, discount, amount } = chargeOf(row)
  return { fee, discount, amount }
}
