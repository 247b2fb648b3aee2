import type { Invitation } from '#features/invitations/contract.ts'
import { priceWith } from '#features/invitations/rules.ts'
import type { Payment } from '#features/orders/contract.ts'

/**
 * What is asked for, in fen: `fee` without an invitation, `discount` taken off by it, `amount` to be paid. An invitation
 * that takes nothing off still counts as `invited`.
 */
export type Charge = { fee: number; discount: number; amount: number; invited: boolean }

/**
 * The one rule: a registration keeps the price of its sign-up. Its fee is that price, and for a person who is invited at
 * least the price that its event lists, so that what the invitation takes off is told.
 */
const charge = (price: number, listed: number, invited: boolean): Charge => {
  const fee = invited ? Math.max(price, listed) : price
  return { fee, discount: fee - price, amount: price, invited }
}

/** What a sign-up costs in an event that lists so much, with an invitation or without one. */
export const chargeWith = (invitation: Pick<Invitation, 'price'> | undefined, listed: number): Charge =>
  charge(invitation ? priceWith(invitation, listed) : listed, listed, invitation !== undefined)

/** A registration: its price, its code, and what its event lists now. */
type Priced = { price: number; invite: string | null; e_price: number }
/** What an order that is opened now for a registration asks for. */
export const chargeOf = ({ price, invite, e_price }: Priced): Charge => charge(price, e_price, invite !== null)

/** What one order asks for several. */
export const chargeTogether = (charges: readonly Charge[]): Charge => {
  const sum = (of: 'fee' | 'discount' | 'amount') => charges.reduce((total, one) => total + one[of], 0)
  return {
    fee: sum('fee'),
    discount: sum('discount'),
    amount: sum('amount'),
    invited: charges.some(({ invited }) => invited),
  }
}

/** The money of an order that is opened; one that costs nothing counts as paid by the invitation, where there is one. */
export const openingOf = ({ fee, discount, invited }: Charge): { fee: number; discount: number; free?: Payment } => ({
  fee,
  discount,
  ...(invited ? { free: 'invite' as const } : {}),
})

/** What everybody is shown: what its order asks for, or before there is one what an order would. */
export const shownCharge = (
  row: Priced & { o_fee: number | null; o_discount: number | null; o_amount: number | null },
): Omit<Charge, 'invited'> => {
  if (row.o_fee !== null && row.o_discount !== null && row.o_amount !== null)
    return { fee: row.o_fee, discount: row.o_discount, amount: row.o_amount }
  const { fee, discount, amount } = chargeOf(row)
  return { fee, discount, amount }
}
