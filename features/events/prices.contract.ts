import * as z from 'zod/mini'
import { Day, Fen, Typed } from '#contract/scalars.ts'
import { langs } from '#contract/words.ts'

/**
 * The kinds of lower prices: by day or number of entries, by age on race day, by the number of people in a sign-up, and
 * by a sign-up with an adult and a child.
 */
export const priceKinds = ['early', 'age', 'group', 'family'] as const
export type PriceKind = (typeof priceKinds)[number]

const Slug = z.string().check(z.regex(/^[a-z0-9]{1,12}$/))
const Names = z.partialRecord(z.enum(langs), Typed(60))
const orNull = (min: number, max: number) =>
  z._default(z.nullable(z.number().check(z.int(), z.minimum(min), z.maximum(max))), null)
const Amount = z.number().check(z.int(), z.minimum(0), z.maximum(10_000_000))

/**
 * One price below the fee (`events.prices`). It has either `price`, in fen, or `percent`, the percentage off the fee.
 * `until` is the last day of the price, in the race's zone. `first` is the number of first entries that get the price.
 * `age_from` and `age_to` are completed years on race day, both included. `members` is the least number of people who
 * enter the event in one sign-up.
 */
export const PriceRule = z.object({
  id: Slug,
  kind: z.enum(priceKinds),
  names: z._default(Names, {}),
  until: z._default(z.nullable(Day), null),
  first: orNull(1, 1_000_000),
  age_from: orNull(0, 150),
  age_to: orNull(0, 150),
  members: orNull(2, 50),
  price: z._default(z.nullable(Amount), null),
  percent: orNull(1, 100),
})
export type PriceRule = z.output<typeof PriceRule>

/**
 * An add-on that a runner may buy with the sign-up (`events.addons`). One entry may have at most `per_person` pieces of
 * the add-on. The stock is counted under the kind `addon` and the id of the add-on.
 */
export const Addon = z.object({
  id: Slug,
  names: z._default(Names, {}),
  price: Amount,
  per_person: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(20)), 1),
})
export type Addon = z.output<typeof Addon>

/**
 * A price as runners see it. `name` is in the caller's language. `left` is the number of entries that still get the
 * price; null without a limit.
 */
export const ShownPrice = z.object({
  id: z.string(),
  kind: z.enum(priceKinds),
  name: z.string(),
  until: z.nullable(Day),
  left: z.nullable(z.number()),
  age_from: z.nullable(z.number()),
  age_to: z.nullable(z.number()),
  members: z.nullable(z.number()),
  price: z.nullable(Fen),
  percent: z.nullable(z.number()),
})
export type ShownPrice = z.output<typeof ShownPrice>
/** An add-on as runners see it. `left` is null if the add-on has no limit. */
export const ShownAddon = z.object({
  id: z.string(),
  name: z.string(),
  price: Fen,
  per_person: z.number(),
  left: z.nullable(z.number()),
})
export type ShownAddon = z.output<typeof ShownAddon>
