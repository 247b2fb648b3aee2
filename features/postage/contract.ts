import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Fen, Flag, Int, Key, Line, Page, RaceId, Time } from '#contract/scalars.ts'
import { registrationPay } from '#features/registrations/contract.ts'
import { parcelStates, postageFor } from './rules.ts'

/** The address of a parcel; open to its orderer, otherwise masked. */
export const Contact = z.object({ name: z.string(), mobile: z.string(), address: z.string() })
export type Contact = z.output<typeof Contact>
export const Parcel = z.object({
  id: z.number(),
  state: z.enum(parcelStates),
  size: z.string(),
  former: z.nullable(z.string()),
  contact: Contact,
  fee: Fen,
  pay_end: Time,
  order_key: z.string(),
  carrier: z.nullable(z.string()),
  number: z.nullable(z.string()),
  sent_at: z.nullable(Time),
  created_at: Time,
})
export type Parcel = z.output<typeof Parcel>

export const whyNots = ['postage_not_offered', 'postage_over', 'postage_no_result'] as const
/** The terms of the race, whether this runner may order, and the ordered parcel. */
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
  why: z.nullable(z.enum(whyNots)),
  parcel: z.nullable(Parcel),
})
export type Postage = z.output<typeof Postage>

export const postageShow = post('/postage/show', {
  access: 'runner',
  input: z.object({ id: Key }),
  output: Postage,
  refusals: ['postage_unknown'],
  description:
    "The shirt that a race sends home to its finishers for the postage, by the key of one's own registration.",
})
/** The typed address. The screen checks it with the same schema. */
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
  refusals: ['postage_unknown', ...whyNots, 'postage_no_best', 'parcel_on_its_way'],
  description:
    'Orders the shirt sent home, or changes size and address until it is on its way. A personal best is faster than ' +
    'the best before that its runner states, which must fit what was declared at sign-up.',
})
export const postagePay = post('/postage/pay', {
  access: 'runner',
  input: registrationPay.input,
  output: registrationPay.output,
  refusals: ['postage_unknown', 'parcel_none', 'payment_unavailable', 'not_payable', 'gateway_down'],
  description:
    'Starts the payment of the postage, or (without `payment`) tells how it stands; as /registration/pay, by the ' +
    'same key.',
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
export const Settings = z.object({
  open: z.boolean(),
  until: z.nullable(Time),
  fee: Fen,
  who: z.enum(postageFor),
  sizes: z.array(z.string()),
})
export type Settings = z.output<typeof Settings>

export const consoleParcelsList = post('/console/parcels/list', {
  access: right,
  input: z.object({ raceid: RaceId, state: z.optional(z.enum(parcelStates)), ...Page }),
  output: z.object({
    items: z.array(ParcelLine),
    after: z.nullable(z.string()),
    counts: z.nullable(z.object({ open: z.number(), paid: z.number(), sent: z.number() })),
    settings: Settings,
  }),
  description: "A race's parcels in the order in which they were ordered, their addresses masked.",
})
export const consoleParcelsSend = post('/console/parcels/send', {
  access: right,
  input: z.object({ raceid: RaceId, id: Int, carrier: Line(30), number: Line(40) }),
  output: ParcelLine,
  refusals: ['parcel_unknown', 'parcel_not_paid'],
  description:
    'Writes down that a parcel is on its way, by whom and under which number; its runner is told. Again, to correct ' +
    'it.',
})
export const consoleParcelsExport = post('/console/parcels/export', {
  access: right,
  input: z.object({
    raceid: RaceId,
    state: z._default(z.enum(parcelStates), 'paid'),
    after: z.optional(z.string().check(z.maxLength(20))),
  }),
  output: z.object({ items: z.array(z.extend(ParcelLine, { to: Contact })), after: z.nullable(z.string()) }),
  description:
    'The parcels of one state with their addresses open, for whoever packs them; 500 at a time, each export logged.',
})
export const consoleParcelsSettings = post('/console/parcels/settings', {
  access: { right: 'race.edit' },
  input: z.object({
    raceid: RaceId,
    open: Flag,
    until: z._default(z.nullable(z.iso.datetime({ offset: true })), null),
    fee: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100_000)),
    who: z.enum(postageFor),
    sizes: z.array(Line(20)).check(z.minLength(1), z.maxLength(20)),
  }),
  output: Settings,
  description:
    'Whether the race sends shirts home, until when, for which postage (100 fen unless said otherwise), to whom, in ' +
    'which sizes.',
})
