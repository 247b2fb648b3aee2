import type { EventForm } from '#features/events/form.contract.ts'
import type { EntryPrice } from '#features/events/prices.rules.ts'
import { boughtOf, priceReasonIn, sumOfBought } from '../payment/pricing.rules.ts'

/** The values of a registration that decide its price in another event. */
export type PricedMove = {
  price: number
  fee: number | null
  price_by: unknown
  addons: unknown
  invite: string | null
  e_price: number
}
/**
 * Returns the price of a registration in another event (docs/behaviour/console.md, Another event). It is the price of
 * that event, less the discount that an invitation or staff gave at sign-up. The add-ons keep their price.
 */
export const priceAfterMove = (row: PricedMove, there: Pick<EntryPrice, 'price'>): number => {
  const bought = sumOfBought(boughtOf(row))
  const entry = row.price - bought
  const isFree = row.fee !== null && entry === 0 && priceReasonIn(row) === null
  const off = row.invite === null && !isFree ? 0 : Math.max(0, (row.fee ?? row.e_price) - entry)
  return Math.max(0, there.price - off) + bought
}

/** Names the limit of an event that a person does not meet. */
export const moveLimitOf = (
  form: Pick<EventForm, 'idtypes' | 'min_age' | 'max_age'>,
  who: { idtype: string; age: number | null },
): 'too_young' | 'too_old' | 'idtype' | undefined => {
  if (!form.idtypes.some((one) => one === who.idtype)) return 'idtype'
  if (who.age === null) return undefined
  if (form.min_age !== undefined && who.age < form.min_age) return 'too_young'
  return form.max_age !== undefined && who.age > form.max_age ? 'too_old' : undefined
}

/** Keeps the shirt and the seat if the other event offers them. */
export const shirtSeatAfterMove = (
  form: Pick<EventForm, 'clothes' | 'packagebus'>,
  held: { clothes: string | null; packagebus: string | null },
): { clothes: string | null; packagebus: string | null } => ({
  clothes: held.clothes !== null && form.clothes.includes(held.clothes) ? held.clothes : null,
  packagebus: held.packagebus !== null && form.packagebus.includes(held.packagebus) ? held.packagebus : null,
})
