import * as z from 'zod/mini'
import { Fen } from '#contract/scalars.ts'

/** The lines of an order: entries, their discounts (negative), and their add-ons. */
export const itemKinds = ['entry', 'early', 'age', 'group', 'family', 'code', 'discount', 'addon'] as const
export type ItemKind = (typeof itemKinds)[number]
/** One line of an order as it is kept (`orders.items`). `amount` is the amount of all `n` pieces together. */
export const OrderItem = z.object({
  kind: z.enum(itemKinds),
  names: z.record(z.string(), z.string()),
  n: z.number(),
  amount: Fen,
})
export type OrderItem = z.output<typeof OrderItem>
/** The same line as a page shows it: `name` is in the caller's language. */
export const ShownItem = z.object({ kind: z.enum(itemKinds), name: z.string(), n: z.number(), amount: Fen })
export type ShownItem = z.output<typeof ShownItem>
