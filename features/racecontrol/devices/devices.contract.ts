import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag, Int, Line, Page, RaceId, Search, Time, Typed } from '#contract/scalars.ts'
import { watchedKinds } from '../monitor/alarms.rules.ts'
import { deviceStates } from './devices.rules.ts'

const right = { right: 'tracking.devices' } as const
const text = z.nullable(z.string())
const count = z.nullable(z.number())
const Short = (max: number) => z._default(Typed(max), '')

export const LiveDevice = z.object({
  id: z.number(),
  code: z.string(),
  model: z.string(),
  notes: z.string(),
  state: z.enum(deviceStates),
  /** The present carrier of the device. For a lost device it is the last carrier. */
  carrier: z.nullable(
    z.object({
      track: z.number(),
      kind: z.enum(watchedKinds),
      bib: text,
      name: text,
      eventid: count,
      event: text,
      /** The time that a pacer promises, in seconds, and the wave with which the pacer starts. */
      target_s: count,
      wave: text,
      /** True if everybody sees the carrier of the device on the live page. */
      shown: z.boolean(),
      given_at: Time,
      given_by: text,
    }),
  ),
  /** Percent. */
  battery: count,
  /** The last contact, exact to two minutes. Null if the device has sent nothing since the hand-out. */
  contact_at: z.nullable(Time),
  lost_at: z.nullable(Time),
})
export type LiveDevice = z.output<typeof LiveDevice>
export const DeviceFilter = z.object({ state: z.optional(z.enum(deviceStates)), q: z._default(Search, '') })

export const consoleRacecontrolDevicesList = post('/console/racecontrol/devices/list', {
  access: right,
  input: z.extend(DeviceFilter, { raceid: RaceId, ...Page }),
  output: z.object({
    items: z.array(LiveDevice),
    after: text,
    counts: z.record(z.enum(deviceStates), z.number()),
    zone: z.string(),
    now: Time,
    events: z.array(z.object({ eventid: z.number(), event: z.string(), waves: z.array(z.string()) })),
  }),
  refusals: ['race_not_found'],
  description:
    'Lists the tracking devices of a race with their carriers, battery and last contact. A search finds a part of a code or a name, and a bib.',
})
const about = { code: Line(40), model: Short(60), notes: Short(300) }
export const consoleRacecontrolDevicesAdd = post('/console/racecontrol/devices/add', {
  access: right,
  input: z.object({
    raceid: RaceId,
    ...about,
    /** The identifier that the device itself sends, if it has one. Otherwise the server makes an identifier. */
    name: Short(100),
  }),
  output: z.extend(LiveDevice, { token: z.string() }),
  refusals: ['race_not_found', 'tracker_known', 'tracker_name_weak', 'tracker_name_known'],
  description: 'Adds a tracking device by the code that is printed on it. `token` is the name that the device sends.',
})
const One = z.object({ raceid: RaceId, id: Int })
export const consoleRacecontrolDevicesChange = post('/console/racecontrol/devices/change', {
  access: right,
  input: z.extend(One, about),
  output: LiveDevice,
  refusals: ['tracker_not_found', 'tracker_known'],
  description: 'Changes the code, the model and the notes of a tracking device.',
})
export const consoleRacecontrolDevicesRemove = post('/console/racecontrol/devices/remove', {
  access: right,
  input: One,
  output: z.object({ removed: z.boolean() }),
  refusals: ['tracker_not_found', 'tracker_used'],
  description: 'Removes a tracking device that nobody has had.',
})
export const consoleRacecontrolDevicesGive = post('/console/racecontrol/devices/give', {
  access: right,
  input: z.object({
    raceid: RaceId,
    /** The code of the device, as a scanner reads it. */
    code: Line(100),
    kind: z._default(z.enum(watchedKinds), 'runner'),
    /** The bib of a runner. */
    bib: Short(20),
    /** The name of a carrier that is no runner, such as a vehicle. */
    name: Short(40),
    /** The event of the carrier. For a runner, the event is needed only if several events use the bib. */
    eventid: z._default(z.nullable(Int), null),
    target_s: z._default(z.nullable(z.coerce.number().check(z.int(), z.minimum(60), z.maximum(864_000))), null),
    wave: z._default(z.nullable(Line(20)), null),
    /** True if everybody may see the carrier. A runner must have agreed. */
    shown: z._default(Flag, false),
  }),
  output: LiveDevice,
  refusals: [
    'race_not_found',
    'tracker_not_found',
    'tracker_out',
    'tracker_runner_unknown',
    'which_runner',
    'tracker_runner_has',
    'tracker_carrier_unnamed',
    'event_not_found',
  ],
  description:
    'Hands a tracking device out: to a runner by bib, or to a pacer, sweeper or vehicle by name. Its positions count for this carrier from now on.',
})
export const consoleRacecontrolDevicesEnd = post('/console/racecontrol/devices/end', {
  access: right,
  input: z.object({ raceid: RaceId, code: Line(100), lost: z._default(Flag, false) }),
  output: LiveDevice,
  refusals: ['tracker_not_found', 'tracker_in'],
  description:
    'Takes a tracking device back, or marks it as lost. The track of its carrier ends. A lost device that comes back is free again.',
})
export const consoleRacecontrolDevicesName = post('/console/racecontrol/devices/name', {
  access: right,
  input: z.extend(One, { renew: z._default(Flag, false) }),
  output: z.object({ code: z.string(), token: z.string() }),
  refusals: ['tracker_not_found'],
  description:
    'Shows the name that a device sends, for its set-up, or makes a new name. The former name is then invalid. ' +
    'The log keeps both actions.',
})
