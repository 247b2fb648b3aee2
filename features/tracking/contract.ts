import * as z from 'zod/mini'

/** The source of a place: a fix of a device, a read at a mat, or an estimate from earlier mats. */
export const seenBys = ['gps', 'mat', 'estimate'] as const

/** An expected passing, in milliseconds from the gun. Eight of ten runners pass between `low` and `high`. */
export const Prediction = z.object({ ms: z.number(), low: z.number(), high: z.number() })

/** The latest passing of a runner. `ms` counts from the gun. */
export const LastPoint = z.object({ label: z.string(), metres: z.nullable(z.number()), ms: z.number() })
