import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { RaceId, Time, GivenMoment } from '#contract/scalars.ts'

/**
 * `none`: there is no waiting room, or it is over. `soon`: nobody can join yet. `gathering`: people join before the
 * opening. `open`: the room lets people in.
 */
export const roomPhases = ['none', 'soon', 'gathering', 'open'] as const
export type RoomPhase = (typeof roomPhases)[number]
/**
 * `gathering`: the ticket has no number yet. `waiting`: the ticket has a number. `admitted`: the holder may sign up
 * until `until`. `lapsed`: the time to sign up is over.
 */
export const queueTicketStates = ['gathering', 'waiting', 'admitted', 'lapsed'] as const
export type TicketState = (typeof queueTicketStates)[number]

/**
 * A place in line. Every later call sends `ticket` as `_ticket`. `poll_ms` is the time until the next call, in
 * milliseconds.
 */
export const PlaceInRoom = z.object({
  ticket: z.string(),
  state: z.enum(queueTicketStates),
  number: z.nullable(z.number()),
  ahead: z.nullable(z.number()),
  opens_at: Time,
  /** The expected time of the person's turn. Null while the room is paused or has not opened. */
  turn_at: z.nullable(Time),
  /** The end of the time to sign up, for an admitted person. */
  until: z.nullable(Time),
  now: Time,
  poll_ms: z.number(),
})
export type PlaceInRoom = z.output<typeof PlaceInRoom>

export const waitingShow = post('/waiting/show', {
  access: 'anyone',
  input: z.object({ raceid: RaceId }),
  output: z.object({ phase: z.enum(roomPhases), gathers_at: z.nullable(Time), opens_at: z.nullable(Time), now: Time }),
  description: 'Tells whether a race has a waiting room at this moment, and when people can join and when it opens.',
})
export const waitingJoin = post('/waiting/join', {
  access: 'runner',
  input: z.object({
    raceid: RaceId,
    captchaid: z.string().check(z.maxLength(60)),
    captcha: z.string().check(z.maxLength(40)),
  }),
  output: PlaceInRoom,
  refusals: ['no_waiting_room', 'waiting_too_soon', 'picture_wrong', 'house_full'],
  description:
    "Takes a place in the race's waiting room. An account has one place and gets the same one again. The caller must pass the picture check. The places of one network are limited. When they are taken, a browser whose person has read a picture can still get a few.",
})
export const waitingPoll = post('/waiting/poll', {
  access: 'anyone',
  input: z.object({ raceid: RaceId, ticket: z.string().check(z.maxLength(120)) }),
  output: PlaceInRoom,
  refusals: ['no_waiting_room', 'ticket_unknown'],
  description:
    'The state of a ticket: its number, the number of people ahead, its turn, and the time of the next call. The server answers a ticket with a number from memory.',
})

export const AdmissionPace = z.object({
  from: GivenMoment,
  per_second: z.number().check(z.minimum(0), z.maximum(10_000)),
})
export const WaitingRoom = z.object({
  gathers_at: Time,
  opens_at: Time,
  closes_at: z.nullable(Time),
  paces: z.array(AdmissionPace),
  use_seconds: z.number(),
  per_house: z.number(),
  drawn_at: z.nullable(Time),
  updated_at: Time,
  phase: z.enum(roomPhases),
  /**
   * The number of tickets from before the opening. The next fields count the tickets that the server keeps, and
   * those of them that have had their turn. The server removes a ticket a day after its turn.
   */
  early: z.number(),
  tickets: z.number(),
  admitted: z.number(),
})
export type WaitingRoom = z.output<typeof WaitingRoom>
const Rate = z.coerce.number().check(z.minimum(0), z.maximum(10_000))
export const consoleWaitingroomsShow = post('/console/waitingrooms/show', {
  access: { right: 'events.edit' },
  input: z.object({ raceid: RaceId }),
  output: z.object({ room: z.nullable(WaitingRoom), now: Time, zone: z.string() }),
  refusals: ['race_not_found'],
  description: "A race's waiting room, with the number of people who wait and of people who were let in.",
})
export const consoleWaitingroomsSave = post('/console/waitingrooms/save', {
  access: { right: 'events.edit' },
  input: z.object({
    raceid: RaceId,
    gathers_at: GivenMoment,
    opens_at: GivenMoment,
    closes_at: z.optional(z.nullable(GivenMoment)),
    per_second: Rate,
    use_seconds: z._default(z.coerce.number().check(z.int(), z.minimum(30), z.maximum(86_400)), 600),
    per_house: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000)), 50),
    /**
     * The `updated_at` of the settings that the caller has read, empty if there were none. The server refuses to
     * overwrite a later change by somebody else.
     */
    updated_at: z.optional(z.string().check(z.maxLength(40))),
  }),
  output: z.object({ room: z.nullable(WaitingRoom), now: Time }),
  refusals: ['waiting_times_wrong', 'waiting_begun', 'waiting_changed_meanwhile'],
  description: 'Sets up the waiting room before the opening. The hour cannot change once people have joined.',
})
export const consoleWaitingroomsPace = post('/console/waitingrooms/pace', {
  access: { right: 'events.edit' },
  input: z.object({ raceid: RaceId, per_second: Rate }),
  output: z.object({ room: z.nullable(WaitingRoom), now: Time }),
  refusals: ['no_waiting_room'],
  description:
    'Sets the number of people who are let in each second from this moment on; 0 pauses. People who were let in stay in.',
})
export const consoleWaitingroomsClose = post('/console/waitingrooms/close', {
  access: { right: 'events.edit' },
  input: z.object({ raceid: RaceId }),
  output: z.object({ room: z.nullable(WaitingRoom), now: Time }),
  refusals: ['no_waiting_room'],
  description: 'Ends the waiting room. From this moment everybody may sign up.',
})
