import * as z from 'zod/mini'
import { Fen } from '#contract/scalars.ts'

const Grams = z.number().check(z.int(), z.minimum(1), z.maximum(100_000))
const Fee = Fen.check(z.minimum(0), z.maximum(100_000))
/**
 * The postage for some provinces: `first` fen for up to `first_grams` grams, and `step` fen for each begun `step_grams`
 * more. `provinces` has the first two digits of their codes in GB/T 2260. An empty list stands for all other provinces.
 */
export const CarriageZone = z.object({
  provinces: z.array(z.string().check(z.regex(/^\d{2}$/))).check(z.maxLength(40)),
  first_grams: Grams,
  first: Fee,
  step_grams: Grams,
  step: Fee,
})
/**
 * The terms of sending. The race sends nothing to a province without a zone. Orders of `free_from` fen or more have
 * free postage.
 */
export const Carriage = z.object({
  open: z.boolean(),
  free_from: z.nullable(Fen.check(z.minimum(0), z.maximum(10_000_000))),
  zones: z.array(CarriageZone).check(z.maxLength(40)),
})
export type Carriage = z.output<typeof Carriage>

/**
 * Computes the postage in fen for a province and a weight; undefined if the race does not send goods there. `paid` is
 * the price of the goods after their discounts.
 */
export const carriageOf = (
  { open, free_from, zones }: Carriage,
  province: string,
  { grams, paid }: { grams: number; paid: number },
): number | undefined => {
  if (!open) return undefined
  const zone =
    zones.find(({ provinces }) => provinces.includes(province)) ?? zones.find(({ provinces }) => provinces.length === 0)
  if (!zone) return undefined
  if (free_from !== null && paid >= free_from) return 0
  return zone.first + Math.ceil(Math.max(0, grams - zone.first_grams) / zone.step_grams) * zone.step
}
