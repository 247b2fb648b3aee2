import * as z from 'zod/mini'

/**
 * The ways in which the server knows where a runner is: by a fix of a device, by a read at a mat, or by an estimate
 * from earlier mats.
 */
export const seenBys = ['gps', 'mat', 'estimate'] as const

/** An expected passing, in milliseconds from the gun. Eight of ten runners pass between `low` and `high`. */
export const Prediction = z.object({ ms: z.number(), low: z.number(), high: z.number() })

/** The latest passing of a runner. `ms` counts from the gun. */
export const LastPoint = z.object({ label: z.string(), metres: z.nullable(z.number()), ms: z.number() })
