import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Day, Flag, Int, Key, Page, RaceId, Time, GivenMoment } from '#contract/scalars.ts'
import { ByLang, type CheckinService as OneService, services } from '#features/checkin/contract.ts'

const said = (max: number) => z._default(z.string().check(z.trim(), z.maxLength(max)), '')
const Said = (max: number) =>
  z.object({ 'zh-cn': z.string().check(z.trim(), z.minLength(1), z.maxLength(max)), 'zh-tw': said(max), en: said(max) })
const Service = z.enum(services)
export type Service = OneService

export const slotReasons = ['slot_past', 'slot_full', 'slot_elsewhere'] as const
/** A span of time that a registration can book. `why` gives the reason why this caller cannot book it. */
export const Slot = z.object({
  id: z.number(),
  service: Service,
  eventid: z.number(),
  name: z.string(),
  place: z.string(),
  starts_at: Time,
  ends_at: Time,
  places: z.number(),
  left: z.number(),
  why: z.nullable(z.enum(slotReasons)),
})
export type Slot = z.output<typeof Slot>

/**
 * A registration's appointment, with the code that the desk scans. `fixed` means that the slot has begun. The runner
 * can no longer give back the slot, and can take another slot only after the end of this slot.
 */
export const Appointment = z.object({
  id: z.number(),
  _key: z.string(),
  raceid: z.number(),
  race: z.string(),
  zone: z.string(),
  service: Service,
  slotid: z.number(),
  name: z.string(),
  place: z.string(),
  starts_at: Time,
  ends_at: Time,
  fixed: z.boolean(),
  registration: z.object({ _key: z.string(), name: z.string(), event: z.string() }),
})
export type Appointment = z.output<typeof Appointment>

export const appointmentList = post('/appointment/list', {
  access: 'anyone',
  input: z.object({
    raceid: z.optional(RaceId),
    id: z.optional(z.string().check(z.trim(), z.maxLength(60))),
    service: z.optional(Service),
    day: z.optional(Day),
  }),
  output: z.object({
    raceid: z.number(),
    zone: z.string(),
    services: z.array(Service),
    service: z.nullable(Service),
    days: z.array(z.object({ day: Day, slots: z.number(), left: z.number() })),
    day: z.nullable(Day),
    items: z.array(Slot),
    /** The registration's appointments of all services. Only the registrant's session sees them. */
    mine: z.array(Appointment),
    registration: z.nullable(
      z.object({ _key: z.string(), name: z.string(), event: z.string(), mine: z.boolean(), entered: z.boolean() }),
    ),
  }),
  refusals: ['registration_not_found', 'race_needed'],
  description:
    "Lists a race's slots of one service on one day, with their free places. Without a day the answer shows the " +
    "first day with a free place, from today on. With `id`, a registration's key, the answer also tells which slots " +
    'the registration may book, and which slots it has booked.',
})

const booking = {
  access: 'runner',
  input: z.object({ id: Key, slotid: Int, act: z._default(z.enum(['book', 'change', 'cancel']), 'book') }),
  output: z.object({ appointment: z.nullable(Appointment) }),
  refusals: [
    'registration_not_found',
    'slot_not_found',
    'slot_past',
    'slot_full',
    'slot_elsewhere',
    'appointment_there',
    'appointment_none',
    'not_entered',
  ],
} as const
export const appointmentAppointment = post('/appointment/appointment', {
  ...booking,
  description:
    "Books (`book`), moves (`change`) or gives back (`cancel`) a registration's appointment for the service of a " +
    "slot. The registrant's session is required. Concurrent calls never overbook a slot. A change takes the new " +
    'slot before it gives back the old slot.',
})
export const appointment = post('/appointment', {
  ...booking,
  description: 'Does the same as /appointment/appointment, under a shorter path.',
})
export const appointmentMy = post('/appointment/my', {
  access: 'runner',
  input: z.object({ raceid: z.optional(RaceId), ...Page }),
  output: z.object({ items: z.array(Appointment), after: z.nullable(z.string()) }),
  description: "Lists the account's appointments, the soonest first, of one race or of all races.",
})

const right = { right: 'checkin.edit' } as const
export const SlotEdited = z.object({
  id: z.number(),
  service: Service,
  eventid: z.number(),
  name: ByLang,
  place: ByLang,
  starts_at: Time,
  ends_at: Time,
  places: z.number(),
  taken: z.number(),
})
export type SlotEdited = z.output<typeof SlotEdited>
export const consoleAppointmentsSlots = post('/console/appointments/slots', {
  access: right,
  input: z.object({ raceid: RaceId, ...Page }),
  output: z.object({ items: z.array(SlotEdited), after: z.nullable(z.string()) }),
  description: "Lists a race's slots in their order, with the number of taken places.",
})
export const consoleAppointmentsCreate = post('/console/appointments/create', {
  access: right,
  input: z.object({
    raceid: RaceId,
    service: Service,
    eventid: z._default(Int, 0),
    name: Said(60),
    place: Said(200),
    from_at: GivenMoment,
    until_at: GivenMoment,
    minutes: z.coerce.number().check(z.int(), z.minimum(5), z.maximum(1440)),
    places: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000)),
  }),
  output: z.object({ made: z.number(), there: z.number() }),
  refusals: ['event_not_found', 'too_many_slots'],
  description:
    'Makes all slots of a day in one call. The input gives the first and the last moment, the minutes of a slot, ' +
    'and the places of each slot. Existing slots stay as they are.',
})
export const consoleAppointmentsSave = post('/console/appointments/save', {
  access: right,
  input: z.object({
    raceid: RaceId,
    id: Int,
    name: Said(60),
    place: Said(200),
    places: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100_000)),
  }),
  output: SlotEdited,
  refusals: ['slot_not_found', 'slot_is_taken'],
  description:
    'Changes a slot: its name, its place, its number of places. The number cannot go below the taken places. A ' +
    'number equal to the taken places closes the slot.',
})
export const consoleAppointmentsRemove = post('/console/appointments/remove', {
  access: right,
  input: z.object({ raceid: RaceId, id: Int }),
  output: z.object({ id: z.number() }),
  refusals: ['slot_not_found', 'slot_is_taken'],
  description: 'Removes a slot that nobody has booked.',
})
export const Booked = z.object({
  id: z.number(),
  _key: z.string(),
  slotid: z.number(),
  service: Service,
  starts_at: Time,
  ends_at: Time,
  name: z.string(),
  event: z.string(),
  bib: z.nullable(z.string()),
})
export type Booked = z.output<typeof Booked>
export const consoleAppointmentsBooked = post('/console/appointments/booked', {
  access: right,
  input: z.object({ raceid: RaceId, service: z.optional(Service), from_today: z._default(Flag, true), ...Page }),
  output: z.object({ items: z.array(Booked), after: z.nullable(z.string()) }),
  description: 'Lists the bookings in the order of the slots, with names and bibs but without contact data.',
})
