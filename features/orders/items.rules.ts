import * as z from 'zod/mini'
import { type Lang, nameIn } from '#contract/words.ts'
import { priceWords } from '#features/events/prices.words.ts'
import { OrderItem, type ShownItem } from './items.contract.ts'

/** Joins lines that differ only in the number of their pieces. */
export const mergedItems = (items: readonly OrderItem[]): OrderItem[] => {
  const merged = new Map<string, OrderItem>()
  for (const item of items) {
    const key = JSON.stringify([item.kind, item.names, item.amount / item.n])
    const known = merged.get(key)
    if (known) {
      known.n += item.n
      known.amount += item.amount
    } else merged.set(key, { ...item })
  }
  return [...merged.values()]
}

export const holdsGoods = (stored: unknown): boolean =>
  Array.isArray(stored) && stored.some((one) => (one as Partial<OrderItem> | null)?.kind === 'goods')

const Items = z.array(OrderItem)
/**
 * Returns the lines of an order in a language; null if the order has no lines. A discount or a postage without a name
 * gets the name of its kind.
 */
export const itemsIn = (lang: Lang, stored: unknown): ShownItem[] | null => {
  const read = Items.safeParse(stored)
  if (!read.success) return null
  return read.data.map(({ names, ...item }) => {
    const own = nameIn(lang, names['zh-cn'] || names.en || names['zh-tw'] || '', names)
    return {
      ...item,
      name:
        own ||
        (item.kind === 'entry' || item.kind === 'addon' || item.kind === 'goods' ? '' : priceWords[item.kind][lang]),
    }
  })
}
