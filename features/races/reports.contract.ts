import * as z from 'zod/mini'
import { Whole, GivenMoment } from '#contract/scalars.ts'

const Value = z.object({
  key: z.string().check(z.minLength(1), z.maxLength(40)),
  value: z.string().check(z.minLength(1), z.maxLength(40)),
  tips: z.string().check(z.maxLength(500)),
})
/**
 * Results that show words and a code instead of a certificate (docs/behaviour/results.md, Publicity rule). Within the
 * window, a report shows `tips` and the code if the field that `key` names is at or below `value`. An event's own rule
 * has priority over the rule for all events. `qr` is a picture of ours, or the address in the code.
 */
export const ReportRules = z.object({
  window: z.optional(z.tuple([GivenMoment, GivenMoment])),
  events: z._default(z.array(z.object({ eventid: Whole, rules: Value })).check(z.maxLength(40)), []),
  rules: z.optional(z.object({ rule: Value })),
  qr: z.optional(z.string().check(z.regex(/^(https:\/\/[^\s]{1,300}|\/files\/\d+\/[0-9a-f]{32}\.(jpg|png))$/))),
})
export type ReportRules = z.output<typeof ReportRules>

/**
 * On-site video of the checkpoint with this label. A `page` is an address in which we fill in {bib}, {point} and
 * {time}. {time} is the time of day at which the runner passed. A `film` is an outside film or an uploaded film. It
 * began at `began` and plays from the moment when the runner passed.
 */
export const PointVideo = z.object({
  eventid: z.optional(Whole),
  point: z.string().check(z.minLength(1), z.maxLength(20)),
  kind: z.enum(['page', 'film']),
  address: z.string().check(z.regex(/^(https:\/\/[^\s"<>]{3,400}|\/films\/\d+\/[0-9a-f]{32}\.(mp4|webm))$/)),
  began: z.optional(GivenMoment),
  /**
   * The length of the film in seconds; missing if it is unknown. A runner who passed after its end is not in the film.
   */
  seconds: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(86_400))),
})
export type PointVideo = z.output<typeof PointVideo>
