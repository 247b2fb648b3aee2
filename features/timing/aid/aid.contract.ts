import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag, Int, RaceId, Time, GivenMoment } from '#contract/scalars.ts'
import { entryDoubts, entryKinds } from './entries.rules.ts'

const text = z.nullable(z.string())
const count = z.nullable(z.number())
const time = z.nullable(Time)
/**
 * The key that the link of a phone holds. It names the race of the phone, so the server looks for the phone in this
 * race only.
 */
const Phone = { key: z.string().check(z.maxLength(60)) }
/** The most entries of one call. */
export const AID_SEND_MOST = 200

/** An aid station as a phone sees it. `points` lists the points at this station, in all events. */
const Station = z.object({
  id: z.number(),
  name: z.string(),
  points: z.array(z.object({ event: z.string(), label: z.string(), kind: z.string(), closes: time })),
})
export const consoleTimingAidContact = post('/console/timing/aid/contact', {
  access: 'anyone',
  input: z.object({
    ...Phone,
    clock: GivenMoment,
    /** Asks for the list of bibs too. */ bibs: z._default(Flag, false),
  }),
  output: z.object({
    /**
     * `revoked`: race control switched the phone off. The phone then sends its waiting entries and erases its store.
     */
    state: z.enum(['working', 'revoked']),
    now: Time,
    raceid: z.number(),
    race: z.string(),
    zone: z.string(),
    phone: z.string(),
    station: Station,
    bibs: z.nullable(z.array(z.string())),
  }),
  refusals: ['phone_unknown'],
  description:
    'Tells the phone of an aid station which station it serves, and whether it may go on. The list of bibs has no names. The key of the phone identifies it.',
})

/** One entry as a phone sends it. `at` is the moment of the writing by the clock of the phone. */
const AidSent = z.object({
  entry: z.uuid(),
  kind: z.enum(entryKinds),
  bib: z._default(z.string().check(z.trim(), z.maxLength(20), z.regex(/^[\p{L}\d-]*$/u)), ''),
  /** The time of day that somebody said, in the zone of the race. Without it the moment of the writing counts. */
  clock: z._default(z.nullable(z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/))), null),
  note: z._default(z.string().check(z.trim(), z.maxLength(300)), ''),
  undoes: z.optional(z.uuid()),
  at: GivenMoment,
  /** The milliseconds by which `at` may be wrong, because somebody set the clock of the phone. */
  unsure_ms: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(604_800_000))),
})
export type AidSent = z.output<typeof AidSent>
export const consoleTimingAidSend = post('/console/timing/aid/send', {
  access: 'anyone',
  input: z.object({ ...Phone, clock: GivenMoment, entries: z.array(AidSent).check(z.maxLength(AID_SEND_MOST)) }),
  output: z.object({
    state: z.enum(['working', 'revoked']),
    items: z.array(z.object({ entry: z.string(), kept: z.boolean(), at: Time, doubts: z.array(z.enum(entryDoubts)) })),
  }),
  refusals: ['phone_unknown'],
  description:
    'Takes the bibs that a person wrote at an aid station. Passages become raw reads. Each entry is kept, and `doubts` names all that is odd about it. An entry that is sent again counts once. Entries of a phone that was switched off are kept and make no time.',
})

const Late = z.object({
  bib: z.string(),
  eventid: z.number(),
  event: z.string(),
  name: text,
  last: z.string(),
  last_at: Time,
  next: z.string(),
  expected_at: time,
  since: Time,
  by: z.enum(['pace', 'cutoff']),
})
export type Late = z.output<typeof Late>
const Entry = z.object({
  entry: z.string(),
  kind: z.enum(entryKinds),
  bib: text,
  name: text,
  event: text,
  stationid: z.number(),
  station: z.string(),
  phone: z.string(),
  at: Time,
  clock: text,
  margin: z.number(),
  received_at: Time,
  note: text,
  doubts: z.array(z.enum(entryDoubts)),
  undone: z.boolean(),
})
export type AidEntryShown = z.output<typeof Entry>
const Dropped = z.extend(Entry, {
  eventid: count,
  decision: z.nullable(z.enum(['dnf', 'goes_on'])),
  decided_by: text,
  decided_at: time,
  /** The label of the point at which the runner was seen after the drop-out. */
  seen_after: text,
})
export type Dropped = z.output<typeof Dropped>
const AidStation = z.object({
  id: z.number(),
  name: z.string(),
  metres: count,
  /** The number of runners who came in, who went out, and who are still at the station. */
  ins: z.number(),
  outs: z.number(),
  there: z.number(),
  drops: z.number(),
  last_at: time,
  phones: z.array(
    z.object({ id: z.number(), name: z.string(), seen_at: time, retired: z.boolean(), entries: z.number() }),
  ),
})
export type AidStation = z.output<typeof AidStation>
export const consoleTimingAidShow = post('/console/timing/aid/show', {
  access: { right: 'results.import' },
  input: z.object({ raceid: RaceId }),
  output: z.object({
    now: Time,
    zone: z.string(),
    stations: z.array(AidStation),
    late: z.array(Late),
    dropped: z.array(Dropped),
    /** The latest entries with a doubt. `latest` has the latest of all entries. */
    odd: z.array(Entry),
    latest: z.array(Entry),
  }),
  refusals: ['race_not_found'],
  description:
    'The aid stations of a race: who came in and out, runners overdue between two stations, drop-outs with the decision on each, entries that a person should look at, and the latest entries.',
})
export const consoleTimingAidDecide = post('/console/timing/aid/decide', {
  access: { right: 'results.edit' },
  input: z.object({
    raceid: RaceId,
    entry: z.uuid(),
    decision: z.enum(['dnf', 'goes_on']),
    eventid: z._default(z.nullable(Int), null),
  }),
  output: z.object({ entry: z.string(), decision: z.enum(['dnf', 'goes_on']) }),
  refusals: ['entry_missing', 'drop_decided', 'drop_without_runner', 'event_not_found', 'result_not_found'],
  description:
    'Decides on a drop-out that somebody wrote at an aid station. `dnf` writes a correction of the result, which staff can undo. `goes_on` leaves the result as it is.',
})
