import { type FilledLine, type Priced, whyNotSold } from '#features/sales/fill.rules.ts'
import { type CouponTerms, type Discount, discountOf, whyNoCoupons } from '../coupons/coupons.rules.ts'
import { type Carriage, carriageOf } from './carriage.rules.ts'

/** The reasons of the shop for refusing an order, in addition to the reasons of sales. */
export const whyNotPriced = [
  ...whyNoCoupons,
  'coupon_unknown',
  'place_unknown',
  'not_sent_there',
  'address_needed',
] as const
export type WhyNotPriced = (typeof whyNotPriced)[number]
export const whyNotOrdered = [...whyNotSold, ...whyNotPriced] as const
export type WhyNotOrdered = (typeof whyNotOrdered)[number]

/** The choices of a buyer in addition to the lines: the keys of coupons, and pick-up or post. */
export type BasketWishes = {
  uid: number
  coupons: readonly string[]
  way: 'pickup' | 'post'
  place: string
  province: string
}
/** The terms that price a basket. `held` contains the coupons by key, each with its owner. */
export type ShopTerms = {
  carriage: Carriage
  places: readonly string[]
  grams: ReadonlyMap<number, number>
  held: ReadonlyMap<string, CouponTerms & { uid: number }>
}
export type PricedBasket = Priced & { by: Discount['by'] }

/** Finds the postage of a basket, or the reason why the buyer cannot get the goods in the chosen way. */
const besideOf = (
  { carriage, places, grams }: ShopTerms,
  { way, place, province }: BasketWishes,
  lines: readonly FilledLine[],
  paid: number,
): number | { against: WhyNotPriced } => {
  if (way === 'pickup') return places.includes(place) ? 0 : { against: 'place_unknown' }
  if (province === '') return { against: 'address_needed' }
  const weight = lines.reduce((sum, { variantid, n }) => sum + (grams.get(variantid) ?? 0) * n, 0)
  return carriageOf(carriage, province, { grams: weight, paid }) ?? { against: 'not_sent_there' }
}

/** Prices the filled lines of a basket: the discount of each line, and the postage. */
export const priceBasket = (
  terms: ShopTerms,
  wishes: BasketWishes,
  lines: readonly FilledLine[],
  now: Date,
): PricedBasket | { against: WhyNotPriced } => {
  const coupons = []
  for (const key of new Set(wishes.coupons)) {
    const coupon = terms.held.get(key)
    if (coupon?.uid !== wishes.uid) return { against: 'coupon_unknown' as const }
    coupons.push(coupon)
  }
  const discount = discountOf(lines, coupons, now)
  if ('against' in discount) return { against: discount.against }
  const paid = lines.reduce((sum, { amount }, at) => sum + amount - discount.off[at]!, 0)
  const beside = besideOf(terms, wishes, lines, paid)
  return typeof beside === 'number' ? { ...discount, beside } : beside
}
