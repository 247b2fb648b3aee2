import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag, Int, RaceId, Time, Typed } from '#contract/scalars.ts'
import { flagColours, flagKinds, safetyAudiences } from './rules.ts'

const inThree = (max: number) =>
  z.object({
    'zh-cn': Typed(max).check(z.minLength(1)),
    'zh-tw': z._default(Typed(max), ''),
    en: z._default(Typed(max), ''),
  })
const Note = z.object({
  'zh-cn': z._default(Typed(200), ''),
  'zh-tw': z._default(Typed(200), ''),
  en: z._default(Typed(200), ''),
})

export const RaisedFlag = z.object({
  of: z.enum(flagKinds),
  colour: z.enum(flagColours),
  /** The wet-bulb globe temperature in °C, or the air quality index. */
  measured: z.nullable(z.number()),
  note: z.string(),
  since: Time,
})
export type RaisedFlag = z.output<typeof RaisedFlag>
export const ShownBroadcast = z.object({ id: z.number(), title: z.string(), body: z.string(), since: Time })
export type ShownBroadcast = z.output<typeof ShownBroadcast>

export const safetyNow = post('/safety/now', {
  access: 'anyone',
  input: z.object({ raceid: RaceId }),
  output: z.object({ zone: z.string(), broadcasts: z.array(ShownBroadcast), flags: z.array(RaisedFlag) }),
  refusals: ['race_not_found'],
  shared: 5,
  description:
    'Shows the safety broadcasts that every page of the race shows at present, and the flags for heat and air.',
})

const right = { right: 'safety.broadcast' } as const
const whom = {
  raceid: RaceId,
  /** The events whose runners get the message; empty: all events. */
  eventids: z._default(z.array(Int).check(z.maxLength(100)), []),
  audience: z._default(z.enum(safetyAudiences), 'entered'),
}
export const ConsoleBroadcast = z.object({
  id: z.number(),
  title: z.string(),
  body: z.string(),
  /** The events whose runners get the broadcast. Empty: all events. */
  eventids: z.array(z.number()),
  audience: z.enum(safetyAudiences),
  by_text: z.boolean(),
  total: z.number(),
  notified: z.number(),
  by: z.string(),
  created_at: Time,
  sent_at: z.nullable(Time),
  until: Time,
  /** True while the pages show the broadcast. */
  shown: z.boolean(),
})
export type ConsoleBroadcast = z.output<typeof ConsoleBroadcast>
const FlagLine = z.extend(RaisedFlag, { colour: z.nullable(z.enum(flagColours)), by: z.string() })

export const consoleSafetyShow = post('/console/safety/show', {
  access: right,
  input: z.object({ raceid: RaceId }),
  output: z.object({
    zone: z.string(),
    broadcasts: z.array(ConsoleBroadcast),
    flags: z.array(RaisedFlag),
    /** The last changes of the flags, the newest first. */
    history: z.array(FlagLine),
    events: z.array(z.object({ id: z.number(), name: z.string() })),
  }),
  refusals: ['race_not_found'],
  description: 'Shows the broadcasts of a race with their progress, the flags, and the last changes of the flags.',
})
export const consoleSafetyPreview = post('/console/safety/preview', {
  access: right,
  input: z.object(whom),
  output: z.object({ registrations: z.number(), accounts: z.number(), mobiles: z.number() }),
  description: 'Counts the registrations, accounts and mobiles that a broadcast would reach.',
})
export const consoleSafetySend = post('/console/safety/send', {
  access: right,
  input: z.object({
    ...whom,
    title: inThree(30),
    body: inThree(150),
    by_text: z._default(Flag, true),
    /** The number of minutes for which the pages show the broadcast. */
    minutes: z._default(z.coerce.number().check(z.int(), z.minimum(5), z.maximum(1440)), 240),
    /** True if the person has seen the recipients and the text, and confirms. */
    confirmed: z._default(Flag, false),
  }),
  output: z.object({ id: z.number(), total: z.number() }),
  refusals: ['race_not_found', 'safety_not_confirmed'],
  description:
    'Sends a safety message to everybody on the course: at once on every page of the race, in the messages of each ' +
    'account, to subscribed browsers, and by text message at any hour.',
})
export const consoleSafetyEnd = post('/console/safety/end', {
  access: right,
  input: z.object({ raceid: RaceId, id: Int }),
  output: z.object({ id: z.number() }),
  refusals: ['safety_not_found'],
  description: 'Takes a broadcast off the pages. Messages that went out stay with their readers.',
})
export const consoleSafetyFlag = post('/console/safety/flag', {
  access: right,
  input: z.object({
    raceid: RaceId,
    of: z.enum(flagKinds),
    /** Without a colour the call lowers the flag. */
    colour: z.optional(z.enum(flagColours)),
    measured: z.optional(z.coerce.number().check(z.minimum(-100), z.maximum(1000))),
    note: z._default(Note, { 'zh-cn': '', 'zh-tw': '', en: '' }),
  }),
  output: z.object({ flags: z.array(RaisedFlag) }),
  refusals: ['race_not_found'],
  description: 'Raises, changes or lowers the flag for heat or air on the pages of the race.',
})
