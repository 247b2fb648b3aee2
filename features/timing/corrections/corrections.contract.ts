import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag, Int, Line, RaceId, Search, Time, Id, Typed } from '#contract/scalars.ts'
import { outcomes } from '#features/results/rules.ts'
import { ReadJudged } from '../contract.ts'
import { resultDoubtWords } from '../rules.ts'

const text = z.nullable(z.string())
const count = z.nullable(z.number())
const time = z.nullable(Time)
const Bib = z.string().check(z.trim(), z.minLength(1), z.maxLength(20))
const Reason = Line(300)

export const TimedFound = z.object({
  bib: z.string(),
  eventid: z.number(),
  event: z.string(),
  name: text,
  outcome: z.nullable(z.enum(outcomes)),
  time: text,
  place: count,
  doubts: z.array(z.enum(resultDoubtWords)),
  corrected: z.boolean(),
})
export type TimedFound = z.output<typeof TimedFound>
export const consoleTimingSearch = post('/console/timing/search', {
  access: { right: 'results.edit' },
  input: z.object({
    raceid: RaceId,
    eventid: z.optional(Int),
    q: z._default(Search, ''),
    doubtful: z._default(Flag, false),
  }),
  output: z.object({ items: z.array(TimedFound) }),
  description: 'Runners by bib or name, or runners whose times a person should check; at most 50.',
})
/**
 * A correction. `time` sets the time at a `point` (a checkpoint, `start`, `finish` or `net`). `ms` is the time since
 * the gun, or for `net` the net time; null removes the time. `outcome` sets the outcome; a disqualification has its
 * `rule`. `swap` names the other bib in `with`. `team` sets the runner's team ('' for no team). `name` hides the name
 * if `hidden` is true, and otherwise shows it. `doubt` settles the doubt that the field `doubt` names.
 */
export const CorrectionChange = z.object({
  kind: z.enum(['time', 'outcome', 'swap', 'team', 'name', 'doubt']),
  point: z._default(z.string().check(z.maxLength(20)), ''),
  ms: z._default(z.nullable(z.number().check(z.int(), z.minimum(0), z.maximum(2_000_000_000))), null),
  outcome: z._default(z.enum(['finished', 'dnf', 'dns', 'dsq']), 'finished'),
  rule: z._default(z.nullable(z.string().check(z.trim(), z.maxLength(60))), null),
  with: z._default(z.string().check(z.trim(), z.maxLength(20)), ''),
  team: z._default(Typed(60), ''),
  hidden: z._default(Flag, false),
  doubt: z._default(z.string().check(z.maxLength(40), z.regex(/^[a-z_]*$/)), ''),
})
export const CorrectionShown = z.object({
  id: z.number(),
  bib: z.string(),
  kind: z.enum(['time', 'outcome', 'swap', 'team', 'name', 'doubt']),
  point: text,
  ms: count,
  outcome: text,
  rule: text,
  with: text,
  /** The runner's team after the correction, '' for no team. */ team: text,
  hidden: z.nullable(z.boolean()),
  doubt: text,
  reason: z.string(),
  by: text,
  created_at: Time,
  undone_at: time,
})
export type CorrectionShown = z.output<typeof CorrectionShown>
export const consoleTimingRunner = post('/console/timing/runner', {
  access: { right: 'results.edit' },
  input: z.object({ raceid: RaceId, eventid: Int, bib: Bib }),
  output: z.object({
    bib: z.string(),
    eventid: z.number(),
    event: z.string(),
    name: text,
    zone: text,
    gun: time,
    /** The race's time zone. */ timezone: z.string(),
    timed: z.boolean(),
    result: z.nullable(
      z.object({
        outcome: z.enum(outcomes),
        reason: text,
        time: text,
        nettime: text,
        gun_ms: count,
        net_ms: count,
        place: count,
        gender_place: count,
        agegroup: text,
        agegroup_place: count,
        corrected: z.boolean(),
      }),
    ),
    /** The runner's team. The next field tells whether the event ranks teams. */
    team: text,
    teams: z.boolean(),
    points: z.array(
      z.object({
        label: z.string(),
        kind: z.string(),
        metres: count,
        at: time,
        ms: count,
        /** The time before corrections. */ derived_ms: count,
      }),
    ),
    reads: z.array(ReadJudged),
    doubts: z.array(z.enum(resultDoubtWords)),
    corrections: z.array(CorrectionShown),
  }),
  refusals: ['runner_not_timed'],
  description:
    'The result of one runner with all facts behind it: raw reads with the meaning of each, times at the points, and corrections.',
})
export const consoleTimingCorrect = post('/console/timing/correct', {
  access: { right: 'results.edit' },
  input: z.object({ raceid: RaceId, eventid: Int, bib: Bib, change: CorrectionChange, reason: Reason }),
  output: z.object({ id: z.number() }),
  refusals: ['event_not_found', 'result_not_found', 'point_unknown', 'rule_missing'],
  description:
    "Corrects a timed or imported result: a time, the outcome (a disqualification names its rule), swapped bibs, or the runner's team. The log keeps the correction, every rank follows at once, and staff can undo it.",
})
export const consoleTimingUndo = post('/console/timing/undo', {
  access: { right: 'results.edit' },
  input: z.object({ raceid: RaceId, eventid: Int, id: Id }),
  output: z.object({ id: z.number() }),
  refusals: ['event_not_found', 'correction_not_found'],
  description: 'Undoes a correction. Every result and every rank becomes as it was without it.',
})
export const consoleTimingIgnore = post('/console/timing/ignore', {
  access: { right: 'results.edit' },
  input: z.object({ raceid: RaceId, id: Id, ignored: Flag, reason: Reason }),
  output: z.object({ id: z.number(), ignored: z.boolean() }),
  refusals: ['read_not_found'],
  description: 'Rejects a raw read (a chip in a bag, a bib found on the road), or accepts it again. The read stays.',
})
