import type { ItemKind } from './items.contract.ts'

/**
 * The things that an order pays for. With `other` the text of the order names the thing, such as the postage of a
 * shirt.
 */
export const paidFors = ['entry', 'entry_addons', 'entry_goods', 'difference', 'tickets', 'other'] as const
export type PaidFor = (typeof paidFors)[number]

export const holdsAddons = (items: readonly { kind: ItemKind }[] | null | undefined): boolean =>
  items?.some(({ kind }) => kind === 'addon') ?? false

/** Counts the people whose entry an order pays for, but returns at least 1. */
export const peopleIn = (items: readonly { kind: ItemKind; n: number }[] | null | undefined): number =>
  Math.max(1, items?.reduce((people, { kind, n }) => people + (kind === 'entry' ? n : 0), 0) ?? 1)

/** Returns the thing that an order pays for, by the room that opened it and by its lines. */
export const paidForOf = (room: string, items: readonly { kind: ItemKind }[] | null): PaidFor => {
  if (room === 'moves') return 'difference'
  if (room === 'tickets') return 'tickets'
  if (room !== 'registrations') return 'other'
  if (items?.some(({ kind }) => kind === 'goods')) return 'entry_goods'
  return holdsAddons(items) ? 'entry_addons' : 'entry'
}
