import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Fen, Flag, Int, Key, Line, Page, RaceId, Time, GivenMoment } from '#contract/scalars.ts'
import { registrationPay } from '#features/registrations/contract.ts'
import { parcelStates, postageFor } from './rules.ts'

/** The whole address of a parcel. In the console, only the export of parcels shows it. */
export const ParcelContact = z.object({ name: z.string(), mobile: z.string(), address: z.string() })
export type ParcelContact = z.output<typeof ParcelContact>
export const Parcel = z.object({
  id: z.number(),
  state: z.enum(parcelStates),
  size: z.string(),
  former: z.nullable(z.string()),
  contact: ParcelContact,
  fee: Fen,
  pay_end: Time,
  order_key: z.string(),
  carrier: z.nullable(z.string()),
  number: z.nullable(z.string()),
  sent_at: z.nullable(Time),
  created_at: Time,
})
export type Parcel = z.output<typeof Parcel>

export const postageRefusals = ['postage_not_offered', 'postage_over', 'postage_no_result'] as const
/** The terms of a race for parcels, the reason why the runner cannot order one, and the parcel that was ordered. */
export const Postage = z.object({
  race: z.string(),
  raceid: z.number(),
  zone: z.string(),
  name: z.string(),
  event: z.string(),
  fee: Fen,
  who: z.enum(postageFor),
  sizes: z.array(z.string()),
  until: z.nullable(Time),
  time: z.nullable(z.string()),
  why: z.nullable(z.enum(postageRefusals)),
  parcel: z.nullable(Parcel),
})
export type Postage = z.output<typeof Postage>

export const postageShow = post('/postage/show', {
  access: 'runner',
  input: z.object({ id: Key }),
  output: Postage,
  refusals: ['postage_unknown'],
  description:
    "Shows the terms on which a race sends a shirt home to its finishers, by the key of the caller's own " +
    'registration. The runner pays the postage.',
})
/** A typed address. The screen uses the same schema. */
export const contactShape = {
  name: Line(40),
  mobile: z.string().check(z.trim(), z.minLength(1), z.maxLength(20)),
  address: Line(200),
}
export const postageOrder = post('/postage/order', {
  access: 'runner',
  input: z.object({
    id: Key,
    size: z.string().check(z.maxLength(20)),
    former: z.optional(z.string().check(z.maxLength(10))),
    ...contactShape,
  }),
  output: Postage,
  refusals: ['postage_unknown', ...postageRefusals, 'postage_no_best', 'parcel_on_its_way'],
  description:
    'Orders the shirt, or changes size and address until the parcel is sent. A personal best is faster than the ' +
    'earlier best time that the runner states. That time must agree with the time declared at sign-up.',
})
export const postagePay = post('/postage/pay', {
  access: 'runner',
  input: registrationPay.input,
  output: registrationPay.output,
  refusals: ['postage_unknown', 'parcel_none', 'payment_unavailable', 'not_payable', 'gateway_down'],
  description:
    'Starts the payment of the postage, or without `payment` returns its state. It works like /registration/pay, ' +
    'with the same key.',
})

const right = { right: 'sealed.open' } as const
export const ParcelLine = z.object({
  id: z.number(),
  state: z.enum(parcelStates),
  runner: z.string(),
  bib: z.nullable(z.string()),
  event: z.string(),
  size: z.string(),
  seconds: z.number(),
  former: z.nullable(z.number()),
  contact: z.string(),
  orderid: z.number(),
  carrier: z.nullable(z.string()),
  number: z.nullable(z.string()),
  sent_at: z.nullable(Time),
  created_at: Time,
})
export type ParcelLine = z.output<typeof ParcelLine>
export const PostageSettingsShown = z.object({
  open: z.boolean(),
  until: z.nullable(Time),
  fee: Fen,
  who: z.enum(postageFor),
  sizes: z.array(z.string()),
})
export type PostageSettingsShown = z.output<typeof PostageSettingsShown>

export const consoleParcelsList = post('/console/parcels/list', {
  access: right,
  input: z.object({ raceid: RaceId, state: z.optional(z.enum(parcelStates)), ...Page }),
  output: z.object({
    items: z.array(ParcelLine),
    after: z.nullable(z.string()),
    counts: z.nullable(z.object({ open: z.number(), paid: z.number(), sent: z.number() })),
    settings: PostageSettingsShown,
  }),
  description: "Lists a race's parcels in the order of their orders, with masked addresses.",
})
export const consoleParcelsSend = post('/console/parcels/send', {
  access: right,
  input: z.object({ raceid: RaceId, id: Int, carrier: Line(30), number: Line(40) }),
  output: ParcelLine,
  refusals: ['parcel_unknown', 'parcel_not_paid'],
  description:
    'Records that a parcel was sent, with the carrier and its number. The runner gets a message. A second call ' +
    'corrects the record.',
})
export const consoleParcelsExport = post('/console/parcels/export', {
  access: right,
  input: z.object({
    raceid: RaceId,
    state: z._default(z.enum(parcelStates), 'paid'),
    after: z.optional(z.string().check(z.maxLength(20))),
  }),
  output: z.object({ items: z.array(z.extend(ParcelLine, { to: ParcelContact })), after: z.nullable(z.string()) }),
  description:
    'Lists the parcels of one state with unmasked addresses, for the staff who pack them. A call returns 500 ' +
    'parcels, and the staff log records each call.',
})
export const consoleParcelsSettings = post('/console/parcels/settings', {
  access: { right: 'race.edit' },
  input: z.object({
    raceid: RaceId,
    open: Flag,
    until: z._default(z.nullable(GivenMoment), null),
    fee: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100_000)),
    who: z.enum(postageFor),
    sizes: z.array(Line(20)).check(z.minLength(1), z.maxLength(20)),
  }),
  output: PostageSettingsShown,
  description:
    'Sets whether the race sends shirts home, until when, for which postage (100 fen by default), to whom, and in ' +
    'which sizes.',
})
