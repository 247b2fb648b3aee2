import * as z from 'zod/mini'

/** A device's fix, a read of a mat, or an estimate from earlier mats. */
export const seenBys = ['gps', 'mat', 'estimate'] as const

/** Times of a prediction count in milliseconds from the gun. Eight of ten runners pass between `low` and `high`. */
export const Prediction = z.object({ ms: z.number(), low: z.number(), high: z.number() })

/** The latest passage of a runner. `ms` counts from the gun. */
export const LastPoint = z.object({ label: z.string(), metres: z.nullable(z.number()), ms: z.number() })
