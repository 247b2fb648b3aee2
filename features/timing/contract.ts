import * as z from 'zod/mini'
import { post, upload } from '#contract/endpoint.ts'
import { Amount, Flag, Int, Line, Page, RaceId, Time, GivenMoment } from '#contract/scalars.ts'
import { SheetName, tableRefusals } from '#features/files/contract.ts'
import { outcomes } from '#features/results/rules.ts'
import { CoursePoint, TimingRules, Wave } from './course/course.contract.ts'
import { lineWords } from './reads/lines.rules.ts'
import { resultDoubtWords, readVerdicts } from './rules.ts'

const text = z.nullable(z.string())
const count = z.nullable(z.number())
const Bib = z.string().check(z.trim(), z.minLength(1), z.maxLength(20))
const Reason = Line(300)
const time = z.nullable(Time)

/** A station as everybody may see it: its position, and the points at this station. */
const StationPlace = z.object({
  id: z.number(),
  name: z.string(),
  metres: count,
  points: z.array(z.object({ eventid: z.number(), label: z.string(), metres: count, kind: z.string() })),
})
export const timingLogStations = post('/timing/log/stations', {
  access: 'anyone',
  shared: 10,
  input: z.object({ raceid: RaceId, eventid: z.optional(Int) }),
  output: z.object({ items: z.array(StationPlace) }),
  refusals: ['race_not_found'],
  description:
    'The stations at which a published race is timed, in the order of the course, each with the points of the events that lie there.',
})
/** The counts of a station. `quiet` is the time since the last read, in seconds. */
export const StationStat = z.object({
  id: z.number(),
  name: z.string(),
  metres: count,
  reads: z.number(),
  runners: z.number(),
  first_at: time,
  last_at: time,
  quiet: count,
  devices: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      reads: z.number(),
      offset_ms: z.number(),
      seen_at: time,
      retired: z.boolean(),
    }),
  ),
})
export type StationStat = z.output<typeof StationStat>
export const timingLogStat = post('/timing/log/stat', {
  access: { right: 'results.import' },
  input: z.object({ raceid: RaceId }),
  output: z.object({
    items: z.array(StationStat),
    reads: z.number(),
    behind: z.number(),
    ghosts: z.number(),
    now: Time,
  }),
  description:
    'The state of each station: the numbers of reads and runners, the last read, and its readers. `behind` counts reads that no result includes yet, `ghosts` counts chips that belong to nobody.',
})
/** A read as the server received it. `at` is the time by the reader's clock, corrected by its offset. */
export const RawReadShown = z.object({
  id: z.number(),
  stationid: z.number(),
  station: z.string(),
  deviceid: z.number(),
  device: z.string(),
  chip: z.string(),
  bib: text,
  at: Time,
  device_at: Time,
  kind: text,
  /** The uncertainty of a read that a person wrote, in milliseconds. */
  margin_ms: count,
  ignored: z.boolean(),
  received_at: Time,
})
export const timingLogFetch = post('/timing/log/fetch', {
  access: { right: 'results.import' },
  input: z.object({
    raceid: RaceId,
    stationid: z.optional(Int),
    deviceid: z.optional(Int),
    /** True if the call lists only reads of chips that belong to nobody. */ ghosts: z._default(Flag, false),
    ...Page,
  }),
  output: z.object({ items: z.array(RawReadShown), after: text }),
  description: 'Raw reads of a race, newest first, by station or reader.',
})
/** A read with its meaning. `label` is the point that got its time from this read. */
export const ReadJudged = z.extend(RawReadShown, { verdict: z.enum(readVerdicts), label: text })
export type ReadJudged = z.output<typeof ReadJudged>
const Passing = z.object({ label: z.string(), kind: z.string(), at: time, ms: count, read: count })
export const timingLogDetail = post('/timing/log/detail', {
  access: 'anyone',
  session: 'staff',
  input: z.object({
    /** The key of the caller's own registration. */ id: z.optional(z.string().check(z.maxLength(60))),
    raceid: z.optional(RaceId),
    bib: z.optional(Bib),
  }),
  output: z.object({
    raceid: z.number(),
    eventid: z.number(),
    bib: z.string(),
    gun: time,
    passings: z.array(Passing),
    reads: z.array(ReadJudged),
    doubts: z.array(z.enum(resultDoubtWords)),
  }),
  refusals: ['runner_not_timed'],
  description:
    "A runner's raw reads with the meaning of each, and the times at the points. With a registration's key everybody sees that registration's reads. With a bib only staff who may import results see them.",
})

/** A result of another timing firm. Pages show it beside our result. */
export const ThirdResult = z.object({
  bib: z.string(),
  name: text,
  event: text,
  gender: text,
  outcome: z.string(),
  time: text,
  nettime: text,
  place: count,
  gender_place: count,
  splits: z.array(z.object({ label: z.string(), time: text })),
})
export type ThirdResult = z.output<typeof ThirdResult>
export const timingThirdReportQuery = post('/timing/third/report/query', {
  access: 'anyone',
  input: z.object({ raceid: RaceId, bib: Bib }),
  output: z.object({
    firm: z.string(),
    report: ThirdResult,
    ours: z.nullable(z.object({ time: text, nettime: text, outcome: z.enum(outcomes), place: count })),
    differs: z.boolean(),
  }),
  refusals: ['race_not_found', 'no_third_firm', 'third_firm_silent', 'no_report'],
  description:
    'The result of a bib from another timing firm, if the race has one, with our result beside it and whether the two differ.',
})
export const timingThirdReportSearch = post('/timing/third/report/search', {
  access: 'anyone',
  input: z.object({ raceid: RaceId, q: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)) }),
  output: z.object({ firm: z.string(), items: z.array(ThirdResult) }),
  refusals: ['race_not_found', 'no_third_firm', 'third_firm_silent'],
  description: "Another timing firm's results by bib or name, at most 50.",
})

/**
 * One read as a reader sends it: the number of the read, the chip, the moment, and perhaps `FS` (first seen) or `LS`
 * (last seen). The moment is in milliseconds since 1970 by the reader's clock.
 */
export const DeviceRead = z.tuple([
  z.number().check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER)),
  z.string().check(z.regex(/^[\w-]{1,40}$/)),
  z.number().check(z.int(), z.minimum(0), z.maximum(253_402_300_799_999)),
  z.optional(z.nullable(z.enum(['FS', 'LS']))),
])
export const consoleTimingReads = post('/console/timing/reads', {
  access: 'anyone',
  input: z.object({ key: z.string().check(z.maxLength(60)), reads: z.array(DeviceRead).check(z.maxLength(10_000)) }),
  output: z.object({ taken: z.number(), known: z.number() }),
  refusals: ['device_unknown'],
  description:
    'Receives the reads of one reader, which the key identifies. The answer comes once the reads are on disk. A read that is sent again (same number) counts once, so a reader sends again what got no answer. If a reader begins again to count from one, its new reads under old numbers are kept too.',
})
export const LineShown = z.object({ line: z.number(), word: z.enum(lineWords), given: z.string(), says: z.string() })
export const consoleTimingImport = upload('/console/timing/import', {
  access: { right: 'results.import' },
  input: z.object({
    raceid: RaceId,
    /** The timing device whose reads the file holds. A file that names its points needs no device. */
    deviceid: z.optional(Int),
    /** The event whose gun and points count, for a file with times since the gun. */ eventid: z.optional(Int),
    sheet: SheetName,
    dry: z._default(Flag, true),
  }),
  output: z.object({
    filename: z.string(),
    format: z.string(),
    lines: z.number(),
    /** The number of reads that the file holds. */ reads: z.number(),
    taken: z.number(),
    known: z.number(),
    problems: z.array(LineShown),
    more: z.number(),
    dry: z.boolean(),
  }),
  refusals: ['reads_file_missing', 'reads_file_unknown', ...tableRefusals, 'device_missing', 'gun_missing'],
  description:
    'Imports reads from a file: IPICO lines, a RACE RESULT list, or a table of passings (CSV or .xlsx). Lines that cannot be read are named. The same file counts once.',
})

export const CourseEdited = z.object({
  eventid: z.number(),
  event: z.string(),
  distance: count,
  points: z.array(CoursePoint),
  waves: z.array(Wave),
  rules: TimingRules,
  live: z.boolean(),
  set: z.boolean(),
  closed_at: time,
  runners: z.number(),
  finished: z.number(),
  running: z.number(),
  doubtful: z.number(),
})
export type CourseEdited = z.output<typeof CourseEdited>
export const StationEdited = z.object({ id: z.number(), name: z.string(), metres: count })
export const DeviceEdited = z.object({
  id: z.number(),
  stationid: z.number(),
  name: z.string(),
  offset_ms: z.number(),
  seen_at: time,
  retired: z.boolean(),
})
export const consoleTimingShow = post('/console/timing/show', {
  access: { right: 'results.import' },
  input: z.object({ raceid: RaceId }),
  output: z.object({
    zone: z.string(),
    events: z.array(CourseEdited),
    stations: z.array(StationEdited),
    devices: z.array(DeviceEdited),
    chips: z.number(),
    listed: z.number(),
  }),
  refusals: ['race_not_found'],
  description: 'The timing of a race: courses, waves and rules of its events, stations and readers.',
})
export const consoleTimingCourse = post('/console/timing/course', {
  access: { right: 'results.import' },
  input: z.object({
    raceid: RaceId,
    eventid: Int,
    points: z.array(CoursePoint).check(z.maxLength(80)),
    waves: z.array(Wave).check(z.minLength(1), z.maxLength(40)),
    rules: TimingRules,
    live: z._default(Flag, false),
  }),
  output: z.object({ runners: z.number() }),
  refusals: ['event_not_found', 'finish_missing', 'label_twice', 'wave_twice', 'station_unknown'],
  description: 'Saves the timing of an event. Its results are derived again at once.',
})
export const consoleTimingStation = post('/console/timing/station', {
  access: { right: 'results.import' },
  input: z.object({
    raceid: RaceId,
    id: z.optional(Int),
    name: Line(60),
    metres: z._default(z.nullable(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2_000_000))), null),
    remove: z._default(Flag, false),
  }),
  output: z.object({ id: z.number() }),
  refusals: ['station_unknown', 'station_in_use'],
  description: 'Saves a station, or removes one that has no reader and no point.',
})
export const consoleTimingDevice = post('/console/timing/device', {
  access: { right: 'results.import' },
  input: z.object({
    raceid: RaceId,
    id: z.optional(Int),
    stationid: Int,
    name: Line(60),
    /** True for the phone of a person who writes bibs at an aid station. It cannot change later. */
    by_hand: z._default(Flag, false),
    /** True if the reader gets a new key. The old key then stops working. */ renew: z._default(Flag, false),
    retire: z._default(Flag, false),
  }),
  output: z.object({ id: z.number(), /** The new key. Only this answer has it. */ key: text }),
  refusals: ['station_unknown', 'device_unknown'],
  description:
    'Saves a reader, gives it a key (shown once), moves it to another station, or retires it. Its reads stay.',
})
export const consoleTimingOffset = post('/console/timing/offset', {
  access: { right: 'results.edit' },
  input: z.object({
    raceid: RaceId,
    id: Int,
    offset_ms: z.coerce.number().check(z.int(), z.minimum(-86_400_000), z.maximum(86_400_000)),
    reason: Reason,
  }),
  output: z.object({ before: z.number(), runners: z.number() }),
  refusals: ['device_unknown'],
  description:
    "Corrects a reader's clock by a number of milliseconds, which is added to the time of every read. Raw reads stay. Results and ranks follow at once.",
})
export const consoleTimingGun = post('/console/timing/gun', {
  access: { right: 'results.edit' },
  input: z.object({
    raceid: RaceId,
    eventid: Int,
    wave: Amount,
    gun: z._default(z.nullable(GivenMoment), null),
    reason: Reason,
  }),
  output: z.object({ before: text, runners: z.number() }),
  refusals: ['course_missing', 'wave_unknown'],
  description: "Sets the moment of a wave's gun, or removes it. Results and ranks follow at once.",
})
export const consoleTimingClose = post('/console/timing/close', {
  access: { right: 'results.edit' },
  input: z.object({ raceid: RaceId, eventid: Int, closed: Flag }),
  output: z.object({ closed_at: time, runners: z.number() }),
  refusals: ['course_missing'],
  description:
    'Closes an event, or opens it again. In a closed event a runner who has not finished is DNF, a runner without any read is DNS, and ranks are final.',
})
export const consoleTimingList = upload('/console/timing/list', {
  access: { right: 'results.import' },
  input: z.object({
    raceid: RaceId,
    eventid: Int,
    /**
     * The kind of the list. A start list (`runners`) has a bib and facts of a runner on each line. A list of `chips`
     * has a chip and a bib on each line.
     */ kind: z.enum(['runners', 'chips']),
    /** The list as text, if the caller sends no file. */
    csv: z._default(z.string().check(z.maxLength(8_000_000)), ''),
    sheet: SheetName,
  }),
  output: z.object({ rows: z.number(), refused: z.array(z.number()) }),
  refusals: ['event_not_found', 'list_unreadable', ...tableRefusals],
  description:
    "Imports a start list from another source (also of relay teams), or a list of runners' chips. Lines without a bib are named.",
})
