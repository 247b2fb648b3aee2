import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Day, Int, Page, RaceId, Time } from '#contract/scalars.ts'

const Id = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2147483647))
/** A comment of staff on an order. */
export const OrderNote = z.object({
  id: z.number(),
  orderid: z.number(),
  tradeno: z.string(),
  body: z.string(),
  /** The day on which staff should look at the order again; null for a comment without a follow-up. */
  follow_on: z.nullable(Day),
  settled_at: z.nullable(Time),
  by: z.string(),
  created_at: Time,
})
export type OrderNote = z.output<typeof OrderNote>
const Body = z.string().check(z.trim(), z.minLength(1), z.maxLength(1000), z.regex(/^(\P{Cc}|\n)*$/u))

export const consoleOrdersNotes = post('/console/orders/notes', {
  access: { right: 'money.read' },
  input: z.object({
    raceid: RaceId,
    /** The order. Without an order the call lists the open follow-ups that are due today or were due earlier. */
    orderid: z.optional(Id),
    ...Page,
  }),
  output: z.object({ items: z.array(OrderNote), after: z.nullable(z.string()) }),
  refusals: ['race_not_found'],
  description:
    'Lists the comments of staff on an order, the newest first. Without an order it lists the follow-ups of a race ' +
    'that are due, the oldest day first.',
})
export const consoleOrdersNote = post('/console/orders/note', {
  access: { right: 'money.refund' },
  input: z.object({ raceid: RaceId, orderid: Id, body: Body, follow_on: z.optional(Day) }),
  output: OrderNote,
  refusals: ['order_unknown'],
  description:
    'Adds a comment to an order, with a day on which somebody looks at the order again, if there is one. Payers ' +
    'never see it.',
})
export const consoleOrdersNoted = post('/console/orders/noted', {
  access: { right: 'money.refund' },
  input: z.object({ raceid: RaceId, id: Int }),
  output: z.object({ id: z.number() }),
  refusals: ['note_unknown'],
  description: 'Settles a follow-up, so that it is not due any more.',
})
