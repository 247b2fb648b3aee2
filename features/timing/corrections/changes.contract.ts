import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Int, Page, RaceId, Time, Id } from '#contract/scalars.ts'
import { CorrectionShown } from './corrections.contract.ts'

const text = z.nullable(z.string())
/**
 * A change that affects the times of many runners. `before` and `after` are the values that pages show: a moment,
 * milliseconds, or whether the read was accepted.
 */
export const TimingChange = z.object({
  id: z.number(),
  kind: z.enum(['gun', 'clock', 'read']),
  eventid: z.nullable(z.number()),
  event: text,
  wave: text,
  device: text,
  chip: text,
  before: text,
  after: text,
  reason: z.string(),
  by: text,
  created_at: Time,
  undone_at: z.nullable(Time),
  /** True if a later change of the same value exists and must be undone first. */ covered: z.boolean(),
})
export type TimingChange = z.output<typeof TimingChange>
const Corrected = z.extend(CorrectionShown, { eventid: z.number(), event: z.string(), name: text })
export type Corrected = z.output<typeof Corrected>

export const consoleTimingChanges = post('/console/timing/changes', {
  access: { right: 'results.import' },
  input: z.object({ raceid: RaceId, eventid: z.optional(Int), ...Page }),
  output: z.object({ corrections: z.array(Corrected), after: text, changes: z.array(TimingChange) }),
  description:
    "Everything that people corrected in a race, newest first. Each page has corrections of results. The first page also has changes of guns, of readers' clocks, and rejected reads. Undone corrections stay in the list and are marked.",
})
export const consoleTimingTakeBack = post('/console/timing/take-back', {
  access: { right: 'results.edit' },
  input: z.object({ raceid: RaceId, id: Id }),
  output: z.object({ id: z.number(), runners: z.number() }),
  refusals: ['change_not_found', 'changed_since'],
  description:
    "Undoes a change of a gun, of a reader's clock or of a read. Times and ranks become as they were before. If one value changed several times, staff undo the latest change first.",
})
