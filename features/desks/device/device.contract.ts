import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Time, GivenMoment } from '#contract/scalars.ts'
import { entryFields, signRefusals } from '../contract.ts'
import { Range } from '../setup/setup.contract.ts'

/** The key of a device names its race, so the server looks for the key in that race only. */
const device = { key: z.string().check(z.maxLength(60)) }
const Cursor = z.string().check(z.maxLength(40))
const text = z.nullable(z.string())
/** The number of entries that the device still holds after this call. */
const Waiting = z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1_000_000)))

export const consoleDesksDeviceContact = post('/console/desks/device/contact', {
  access: 'anyone',
  input: z.object({ ...device, clock: z.optional(GivenMoment), waiting: Waiting }),
  output: z.object({
    /** `revoked`: the device sends the entries that it still has and erases its store. */
    state: z.enum(['working', 'revoked']),
    now: Time,
    /** The moment until which the device may work without contact. */
    until: Time,
    /** The time zone of the race. The device counts the days of its desk and shows times in this zone. */
    zone: z.string(),
    desk: z.object({
      id: z.number(),
      name: z.string(),
      preset: z.string(),
      ranges: z.array(Range),
      pin_digits: z.number(),
      signature: z.boolean(),
      apart: z.boolean(),
    }),
    /** The other desks of the race, with their names and their ranges of bibs. */
    others: z.array(z.object({ id: z.number(), name: z.string(), ranges: z.array(Range) })),
    events: z.array(
      z.object({ id: z.number(), name: z.string(), declared: z.array(z.string()), gives: z.array(z.string()) }),
    ),
    sizes: z.array(z.object({ size: z.string(), left: z.number() })),
  }),
  refusals: ['desk_device_unknown'],
  description:
    'Tells a device whether it may continue, until when, and the facts of its desk. The key of the device identifies it.',
})

/**
 * One runner on a device: id, mark of the key, name, event, printed bib, zone, size, chip, the ends of document and
 * mobile, age, state, flags, the pick-up time, the add-ons to hand out, the gender, and the number of the sign-up. A
 * list of values takes less space than an object with names.
 */
export const DeviceRunner = z.tuple([
  z.number(),
  z.string(),
  z.string(),
  z.number(),
  text,
  text,
  text,
  text,
  z.string(),
  z.string(),
  z.nullable(z.number()),
  z.string(),
  /** The sum of the flags: 1 paid, 2 ended, 4 guardian given, 8 disclaimer signed, 16 health declaration signed. */
  z.number(),
  text,
  z.array(z.string()),
  text,
  z.nullable(z.number()),
])
export type DeviceRunner = z.output<typeof DeviceRunner>
/** One entry on a device: number, kind, registration, desk, device, undone entry, shirt out, shirt in, tag, moment. */
export const DeviceEntry = z.tuple([
  z.string(),
  z.string(),
  z.number(),
  z.nullable(z.number()),
  z.nullable(z.number()),
  text,
  text,
  text,
  text,
  z.number(),
])
export type DeviceEntry = z.output<typeof DeviceEntry>
/** One proxy on a device: mark of the key, registration, name, and whether the authorisation is valid. */
export const DeviceProxy = z.tuple([z.string(), z.number(), z.string(), z.boolean()])
export const consoleDesksDeviceLoad = post('/console/desks/device/load', {
  access: 'anyone',
  input: z.object({
    ...device,
    /** The version that the device has. Without a version the device gets everything. */
    since: z.optional(Cursor),
    /** The place where the next part begins. */
    after: z.optional(Cursor),
  }),
  output: z.object({
    runners: z.array(DeviceRunner),
    /** Runners whom this device must not keep any longer. */
    gone: z.array(z.number()),
    entries: z.array(DeviceEntry),
    proxies: z.array(DeviceProxy),
    after: z.nullable(z.string()),
    /** The version after the last part; null while parts follow. */
    version: z.nullable(z.string()),
  }),
  refusals: ['desk_device_unknown', 'device_revoked'],
  description:
    'Gives a device the data with which it finds runners and hands out packs without network. The data hold no sealed field, and only the last four characters of numbers. Each part has 5,000 runners. With a version, the call gives only the changes since then. A desk with ranges gets its own runners and the runners without a number.',
})
export const consoleDesksDeviceSign = post('/console/desks/device/sign', {
  access: 'anyone',
  input: z.object({ ...device, clock: GivenMoment, ...entryFields }),
  output: z.object({
    /** True if the same entry was written before. */
    known: z.boolean(),
  }),
  refusals: [...signRefusals, 'desk_device_unknown', 'device_revoked'],
  description:
    'Writes one entry of a device that has network. A broken rule refuses it, as on a screen, so two devices with network never hand out the same pack.',
})
export const DeviceSent = z.object({
  ...entryFields,
  at: GivenMoment,
  /** The milliseconds by which `at` may be wrong, because somebody set the clock of the device. */
  unsure_ms: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(604_800_000))),
})
export const consoleDesksDeviceSend = post('/console/desks/device/send', {
  access: 'anyone',
  input: z.object({
    ...device,
    /** The moment of the call by the clock of the device. */
    clock: GivenMoment,
    entries: z.array(DeviceSent).check(z.maxLength(200)),
    waiting: Waiting,
  }),
  output: z.object({
    state: z.enum(['working', 'revoked']),
    items: z.array(
      z.object({
        entry: z.string(),
        known: z.boolean(),
        /** False if the race does not have the runner, or if another entry already has the number of this entry. */
        kept: z.boolean(),
        doubts: z.array(z.string()),
      }),
    ),
  }),
  refusals: ['desk_device_unknown'],
  description:
    'Takes the entries that a device wrote, in their order. The server keeps each entry, because the pack has left the hall. `doubts` names the rules that the entry breaks. An entry that is sent again counts once.',
})
