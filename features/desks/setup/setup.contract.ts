import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag, Int, Line, RaceId, Time } from '#contract/scalars.ts'
import { Prefix } from '#features/bibs/contract.ts'

/**
 * The work of a desk: packs whose bibs were given beforehand, packs whose bibs the desk gives, volunteers, medical, the
 * results kiosk, sign-up on the spot, the finish area, or a gate.
 */
export const deskPresets = ['pickup', 'numbers', 'volunteers', 'medical', 'kiosk', 'walkup', 'finish', 'gate'] as const
export type DeskPreset = (typeof deskPresets)[number]
const number = (from: number, to: number) => z.coerce.number().check(z.int(), z.minimum(from), z.maximum(to))
export const Range = z.object({
  prefix: z._default(Prefix, ''),
  from: number(0, 9_999_999),
  to: number(0, 9_999_999),
})
export const Desk = z.object({
  id: z.number(),
  name: z.string(),
  preset: z.enum(deskPresets),
  ranges: z.array(Range),
  hours: z.number(),
  pin_digits: z.number(),
  signature: z.boolean(),
  devices: z.number(),
  /** True if at most one device can hand out the packs of this desk, so that a clash cannot happen. */
  apart: z.boolean(),
})
export type Desk = z.output<typeof Desk>
export const consoleDesksList = post('/console/desks/list', {
  access: { right: 'desk.work' },
  input: z.object({ raceid: RaceId }),
  output: z.object({ items: z.array(Desk) }),
  description: 'Lists the desks of a race.',
})
export const consoleDesksSave = post('/console/desks/save', {
  access: { right: 'desk.manage' },
  input: z.object({
    raceid: RaceId,
    id: z.optional(Int),
    name: Line(40),
    preset: z._default(z.enum(deskPresets), 'pickup'),
    ranges: z._default(z.array(Range).check(z.maxLength(50)), []),
    hours: z._default(number(1, 24), 12),
    pin_digits: z._default(number(4, 8), 6),
    signature: z._default(Flag, false),
  }),
  output: Desk,
  refusals: ['desk_not_found', 'desk_ranges_meet', 'desk_range_wrong'],
  description:
    'Creates a desk, or changes the desk with the given id. Ranges of two desks never share a number, so these desks cannot clash.',
})
export const consoleDesksClose = post('/console/desks/close', {
  access: { right: 'desk.manage' },
  input: z.object({ raceid: RaceId, id: Int }),
  output: z.object({ id: z.number() }),
  refusals: ['desk_not_found'],
  description: 'Closes a desk and revokes its devices. Its entries stay.',
})
export const DeskDevice = z.object({
  id: z.number(),
  deskid: z.number(),
  desk: z.string(),
  name: z.string(),
  staff: z.string(),
  seen_at: z.nullable(Time),
  /**
   * True if the device had no contact with the server for some minutes, or had no contact after it was revoked. Such
   * a device may hold entries that the server does not know.
   */
  away: z.boolean(),
  /**
   * The number of entries that the device still held at its last contact. The server does not know later entries of the
   * device.
   */
  waiting: z.nullable(z.number()),
  revoked_at: z.nullable(Time),
  /** The seconds by which the clock of the device is wrong; above zero if it is fast. */
  fast: z.number(),
  entries: z.number(),
})
export type DeskDevice = z.output<typeof DeskDevice>
export const consoleDesksDevices = post('/console/desks/devices', {
  access: { right: 'desk.manage' },
  input: z.object({ raceid: RaceId }),
  output: z.object({ items: z.array(DeskDevice) }),
  description: 'Lists the devices that work at the desks of a race, with their last contact.',
})
export const consoleDesksEnrol = post('/console/desks/enrol', {
  access: { right: 'desk.work' },
  input: z.object({ raceid: RaceId, deskid: Int, name: Line(40) }),
  output: z.object({
    id: z.number(),
    /** The key by which the device is known. The server shows it once. */
    key: z.string(),
    hours: z.number(),
    pin_digits: z.number(),
  }),
  refusals: ['desk_not_found'],
  description: 'Puts a device to work at a desk. Its entries count as those of the caller.',
})
export const consoleDesksRevoke = post('/console/desks/revoke', {
  access: { right: 'desk.manage' },
  input: z.object({ raceid: RaceId, id: Int }),
  output: z.object({ id: z.number() }),
  refusals: ['device_not_found'],
  description: 'Revokes a device. It erases its store at its next contact.',
})
