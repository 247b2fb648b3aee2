import * as z from 'zod/mini'
import { Fen } from '#contract/scalars.ts'

/** The kinds of lines of an order: entries, their discounts (negative), their add-ons, goods, and the postage. */
export const itemKinds = [
  'entry',
  'early',
  'age',
  'group',
  'family',
  'code',
  'discount',
  'addon',
  'goods',
  'postage',
] as const
export type ItemKind = (typeof itemKinds)[number]
/** One line of an order in the database (`orders.items`). `amount` is the amount of all `n` pieces together. */
export const OrderItem = z.object({
  kind: z.enum(itemKinds),
  names: z.record(z.string(), z.string()),
  n: z.number(),
  amount: Fen,
})
export type OrderItem = z.output<typeof OrderItem>
/** One line of an order on a page. `name` is in the caller's language. */
export const ShownItem = z.object({ kind: z.enum(itemKinds), name: z.string(), n: z.number(), amount: Fen })
export type ShownItem = z.output<typeof ShownItem>
