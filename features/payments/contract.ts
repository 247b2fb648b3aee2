import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Int, Line, RaceId, Time } from '#contract/scalars.ts'
import { payGateways } from './rules.ts'

const Gateway = z.enum(payGateways as readonly ['wechat', ...string[]])
const Moment = z.nullable(Time)
const Count = z.number().check(z.int(), z.minimum(0))

/** A payment channel with its activity over all races of this installation. */
export const Channel = z.object({
  gateway: Gateway,
  /** `none`: not offered, because another channel has credentials and this one has none. */
  kind: z.enum(['real', 'pretend', 'none']),
  /** The evidence for its adapter itself; `proved` below is the date of a person's trial with the vendor. */
  proof: z.enum(['vectors', 'unproved']),
  proved: z.nullable(z.object({ on: z.string(), by: z.string(), note: z.string() })),
  notices: Count,
  notice_at: Moment,
  refused: Count,
  refused_at: Moment,
  refused_why: z.nullable(z.string()),
  /** The reasons why notices were refused, the most frequent first. */
  refusals: z.array(z.object({ why: z.string(), count: Count, last_at: Time })),
  failures: Count,
  failed_at: Moment,
  failed_why: z.nullable(z.string()),
  /** Payments whose outcome is not known yet, and refunds that wait for this channel or for staff. */
  waiting: Count,
  refunds_waiting: Count,
  refunds_failed: Count,
})
export type Channel = z.output<typeof Channel>

export const consolePaymentsChannels = post('/console/payments/channels', {
  access: { right: 'money.read' },
  input: z.object({ raceid: RaceId }),
  output: z.object({ items: z.array(Channel) }),
  description:
    'The payment channels: real or sandbox, proved with their vendor or not, what they told last and what of it was ' +
    'not believed; what waits is of this race, the rest of the whole installation.',
})
export const consoleOrdersClose = post('/console/orders/close', {
  access: { right: 'money.refund' },
  input: z.object({ raceid: RaceId, id: Int }),
  /** `paid`: it was paid at this moment; `waiting`: its channel did not answer, so it stays open for now. */
  output: z.object({ state: z.enum(['closed', 'paid', 'waiting']) }),
  refusals: ['order_unknown'],
  description:
    'Closes an order that is open before its time to pay is over: its channel is asked first, then what it held is ' +
    'free. Money that arrives all the same goes back by itself. Logged.',
})
const Day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
export const consolePaymentsProve = post('/console/payments/prove', {
  access: { right: 'channels.prove', scope: 'platform' },
  /** Without a day, the earlier confirmation is taken back. */
  input: z.object({
    gateway: Gateway,
    on: z._default(z.nullable(Day), null),
    by: z._default(Line(80), ''),
    note: z._default(z.string().check(z.maxLength(400)), ''),
  }),
  output: z.object({ proved: Channel.shape.proved }),
  refusals: ['prove_unnamed', 'prove_future', 'prove_pretend'],
  description:
    'Puts on record that somebody has tried a channel with its vendor, on which day and how; or takes it back. ' +
    'Logged.',
})
