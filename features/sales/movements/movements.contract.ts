import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Int, Page, RaceId, Time } from '#contract/scalars.ts'

export const movementCauses = ['staff', 'sold', 'unpaid', 'returned', 'moved'] as const
export type MovementCause = (typeof movementCauses)[number]

/** A movement of stock. `before` and `after` are free pieces of the variant and slot. */
export const StockMovement = z.object({
  key: z.string(),
  at: Time,
  cause: z.enum(movementCauses),
  goods: z.string(),
  variant: z.string(),
  slot: z.string(),
  change: z.number(),
  before: z.number(),
  after: z.number(),
  staff: z.nullable(z.string()),
  uid: z.nullable(z.number()),
  tradeno: z.nullable(z.string()),
  reason: z.string(),
})
export type StockMovement = z.output<typeof StockMovement>

export const consoleSalesMovements = post('/console/sales/movements', {
  access: { right: 'money.read' },
  input: z.object({
    raceid: RaceId,
    room: z.string().check(z.regex(/^[a-z]{1,20}$/)),
    goodsid: z.optional(Int),
    variantid: z.optional(Int),
    cause: z.optional(z.enum(movementCauses)),
    ...Page,
  }),
  output: z.object({ items: z.array(StockMovement), after: z.nullable(z.string()) }),
  description:
    'Lists every movement of the stock of a selling room, the newest first: who moved pieces and why, with the free ' +
    'pieces before and after.',
})
