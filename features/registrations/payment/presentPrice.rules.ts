import type { Lang } from '#contract/words.ts'
import { addonName, reasonText } from '#features/events/prices.rules.ts'
import { itemsIn } from '#features/orders/items.rules.ts'
import { boughtOf, priceReasonIn, currentCharge } from './pricing.rules.ts'

export const presentCharge = (lang: Lang, row: Parameters<typeof currentCharge>[0]) => {
  const { items, ...charge } = currentCharge(row)
  return { ...charge, items: itemsIn(lang, items) }
}

/** Presents the lower price that a registration got; null if it paid the full fee or the price of an invitation. */
export const presentDiscount = (lang: Lang, row: { price_by: unknown }) => {
  const reason = priceReasonIn(row)
  return reason && { kind: reason.kind, name: reasonText(lang, reason) }
}

export const boughtIn = (lang: Lang, row: { addons: unknown }) =>
  boughtOf(row).map(({ id, names, price, n }) => ({ id, name: addonName(lang, { names }), price, n }))
