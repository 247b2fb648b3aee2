import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag, RaceId, Time, Id, Typed } from '#contract/scalars.ts'
import { alarmKinds, watchedKinds } from './alarms.rules.ts'

const right = { right: 'tracking.control' } as const
const text = z.nullable(z.string())
const count = z.nullable(z.number())
/** A text of several lines, for inputs only. */
const Note = z.string().check(z.trim(), z.maxLength(1000), z.regex(/^(?:\P{Cc}|[\n\r\t])*$/u))

export const Alarm = z.object({
  id: z.number(),
  kind: z.enum(alarmKinds),
  carried: z.enum(watchedKinds),
  bib: text,
  name: text,
  eventid: count,
  event: text,
  place: z.string(),
  metres: count,
  lat: count,
  lon: count,
  value: count,
  since: Time,
  raised_at: Time,
  /** True if a member of staff raised the alarm by hand. */
  by_hand: z.boolean(),
  taken_by: text,
  taken_at: z.nullable(Time),
  /** True if the caller took the alarm. */
  mine: z.boolean(),
  ended_at: z.nullable(Time),
  /** The person who ended the alarm. Null if the alarm is open, or if it ended by itself. */
  ended_by: text,
  notes: z.array(z.object({ id: z.number(), at: Time, who: text, note: z.string() })),
})
export type Alarm = z.output<typeof Alarm>
/** A pacer, a sweeper or a vehicle with its device. */
export const WatchedCarrier = z.object({
  track: z.number(),
  kind: z.enum(watchedKinds),
  name: z.string(),
  eventid: count,
  event: text,
  /** The last place along the course; null if it is unknown. */
  metres: count,
  lat: count,
  lon: count,
  battery: count,
  seen: z.nullable(Time),
  target_s: count,
  /**
   * The number of seconds behind an even pace to the target. Negative if the pacer is ahead. Null for a carrier that is
   * not a pacer, before the start, after the arrival, and while the place is unknown.
   */
  deviation_s: count,
})
export type WatchedCarrier = z.output<typeof WatchedCarrier>
/** A device under way, for the map of race control. */
export const WatchedDevice = z.object({
  track: z.number(),
  kind: z.enum(watchedKinds),
  bib: text,
  name: text,
  eventid: count,
  metres: count,
  lat: z.number(),
  lon: z.number(),
  battery: count,
  seen: z.nullable(Time),
})
export type WatchedDevice = z.output<typeof WatchedDevice>
/** A part of the course that the fixes of a carrier leave out, in metres from the start. */
export const WatchedCut = z.object({
  track: z.number(),
  bib: text,
  name: text,
  eventid: count,
  at: Time,
  from: z.number(),
  to: z.number(),
})
export type WatchedCut = z.output<typeof WatchedCut>
const One = z.object({ raceid: RaceId, id: Id })

export const liveGpsMonitor = post('/live/gps/monitor', {
  access: right,
  input: z.object({
    raceid: RaceId,
    /** True if the answer also lists all devices with their places, and the parts of courses that carriers left out. */
    map: z._default(Flag, false),
  }),
  output: z.object({
    now: Time,
    zone: z.string(),
    /** True if the caller may open the register of medical incidents. */
    medical: z.boolean(),
    /**
     * Open alarms: calls for help first, then alarms that nobody took, then the other alarms, each group in order of
     * time. At most 300.
     */
    alarms: z.array(Alarm),
    /** The number of all open alarms. */
    open: z.number(),
    /** The latest alarms that ended. */
    ended: z.array(Alarm),
    courses: z.array(z.object({ eventid: z.number(), event: z.string(), colour: z.string(), metres: count })),
    /** Pacers, sweepers and vehicles that have a device. */
    carriers: z.array(WatchedCarrier),
    /**
     * The devices under way that have sent a place, at most 5,000. Devices of runners are in the order of their bibs.
     * Empty if `map` is false in the call.
     */
    devices: z.array(WatchedDevice),
    /** The parts of courses that carriers left out, the latest first. Empty if `map` is false in the call. */
    cuts: z.array(WatchedCut),
    /** True if carriers left out more parts than `cuts` has. */
    more_cuts: z.boolean(),
  }),
  refusals: ['race_not_found'],
  description:
    'Lists the alarms and carriers for race control: open alarms with their place, notes and the person who ' +
    'took each; the latest ended alarms; pacers, sweepers and vehicles. With `map` it also lists the place of ' +
    'each device, and the carriers that left out a part of the course. The log keeps who looks, once an hour.',
})
export const consoleRacecontrolAlarmsRaise = post('/console/racecontrol/alarms/raise', {
  access: right,
  input: z.object({
    raceid: RaceId,
    bib: z._default(Typed(20), ''),
    metres: z._default(z.nullable(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1_000_000))), null),
    place: z._default(Typed(200), ''),
    note: z._default(Note, ''),
  }),
  output: z.object({ id: z.number() }),
  refusals: ['alarm_there', 'alarm_where'],
  description:
    'Raises a call for help by hand, such as one that came by phone or radio. It needs a bib or a place. A runner has one open call at a time.',
})
export const consoleRacecontrolAlarmsTake = post('/console/racecontrol/alarms/take', {
  access: right,
  input: z.extend(One, {
    /** True if the caller takes the alarm over from another person. */ over: z._default(Flag, false),
    /** True if the caller gives the alarm back, so that somebody else may take it. */ back: z._default(Flag, false),
  }),
  output: Alarm,
  refusals: ['alarm_not_found', 'alarm_taken', 'alarm_ended', 'alarm_not_mine'],
  description: 'Takes an alarm. The first person gets it. Another person may take it over, and the log keeps this.',
})
export const consoleRacecontrolAlarmsNote = post('/console/racecontrol/alarms/note', {
  access: right,
  input: z.extend(One, { note: Note.check(z.minLength(1)) }),
  output: Alarm,
  refusals: ['alarm_not_found'],
  description:
    'Writes a note on an alarm. Notes are sealed, because they may tell of an injury. They are never changed.',
})
export const consoleRacecontrolAlarmsEnd = post('/console/racecontrol/alarms/end', {
  access: right,
  input: z.extend(One, { note: z._default(Note, '') }),
  output: Alarm,
  refusals: ['alarm_not_found', 'alarm_ended'],
  description: 'Ends an alarm, with a last note. The alarm stays in the record.',
})

const Limit = (max: number) => z.coerce.number().check(z.int(), z.minimum(0), z.maximum(max))
export const MonitorSettings = z.object({
  still_minutes: Limit(240),
  off_metres: Limit(10_000),
  off_minutes: Limit(120),
  back_metres: Limit(10_000),
  silent_minutes: Limit(600),
  battery_percent: Limit(90),
  cutoff: Flag,
  overdue: Flag,
})
export const consoleRacecontrolSettingsShow = post('/console/racecontrol/settings/show', {
  access: right,
  input: z.object({ raceid: RaceId }),
  output: z.object({ settings: MonitorSettings, usual: MonitorSettings }),
  description: 'Shows the limits of the alarms of a race, and the usual limits. 0 switches an alarm off.',
})
export const consoleRacecontrolSettingsSave = post('/console/racecontrol/settings/save', {
  access: right,
  input: z.extend(MonitorSettings, { raceid: RaceId }),
  output: z.object({ settings: MonitorSettings }),
  refusals: ['race_not_found'],
  description: 'Writes the limits of the alarms of a race.',
})
