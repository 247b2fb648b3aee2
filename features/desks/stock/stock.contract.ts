import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Line, RaceId, Time } from '#contract/scalars.ts'

export const SizeLine = z.object({
  size: z.string(),
  /** True if the race counts this size, because a change of the stock names it. */
  counted: z.boolean(),
  came: z.number(),
  gone: z.number(),
  left: z.number(),
  /** The number of packs with a shirt of this size that are not handed out yet. */
  waiting: z.number(),
})
export type SizeLine = z.output<typeof SizeLine>
export const consoleDesksStock = post('/console/desks/stock', {
  access: { right: 'desk.manage' },
  input: z.object({ raceid: RaceId }),
  output: z.object({
    sizes: z.array(SizeLine),
    changes: z.array(
      z.object({
        size: z.string(),
        change: z.number(),
        note: z.string(),
        staff: z.nullable(z.string()),
        at: Time,
      }),
    ),
  }),
  description: 'Shows the shirts of each size: how many came, how many left, and the newest hundred changes.',
})
export const consoleDesksStockChange = post('/console/desks/stock/change', {
  access: { right: 'desk.manage' },
  input: z.object({
    raceid: RaceId,
    changes: z
      .array(
        z.object({
          size: Line(40),
          change: z.coerce.number().check(z.int(), z.minimum(-1_000_000), z.maximum(1_000_000)),
        }),
      )
      .check(z.minLength(1), z.maxLength(100)),
    note: Line(200),
  }),
  output: z.object({ sizes: z.array(SizeLine) }),
  description:
    'Adds shirts to the stock or takes them off, with the reason. A size with a change is counted from then on.',
})
