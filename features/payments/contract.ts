import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Int, Line, RaceId, Time } from '#contract/scalars.ts'
import { payGateways } from './rules.ts'

const Gateway = z.enum(payGateways as readonly ['wechat', ...string[]])
const Moment = z.nullable(Time)
const Count = z.number().check(z.int(), z.minimum(0))

/** A payment channel with its activity over all races of the installation. The last three fields count for one race. */
export const Channel = z.object({
  gateway: Gateway,
  /**
   * The kind of the channel. `none` means that the channel is not offered, because only other channels have
   * credentials.
   */
  kind: z.enum(['real', 'pretend', 'none']),
  /** The evidence that our code for the channel is right. `proved` below is a person's trial with the vendor. */
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
  /**
   * The number of the race's payments with an unknown outcome. The next two fields count the race's refunds that wait
   * for this channel, and for staff.
   */
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
    'Lists the payment channels: real or sandbox, tried with their vendor or not, their last notices, and the ' +
    'refused notices. Waiting payments and refunds are of this race. All other figures are of the whole ' +
    'installation.',
})
export const consoleOrdersClose = post('/console/orders/close', {
  access: { right: 'money.refund' },
  input: z.object({ raceid: RaceId, id: Int }),
  /**
   * `paid` means that the order was paid at this moment. `waiting` means that its channel did not answer, so the order
   * stays open.
   */
  output: z.object({ state: z.enum(['closed', 'paid', 'waiting']) }),
  refusals: ['order_unknown'],
  description:
    'Closes an order before its time to pay ends. The server first asks the channel, and then frees the sold ' +
    'things. Money that still arrives is refunded automatically. The staff log records the call.',
})
const Day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
export const consolePaymentsProve = post('/console/payments/prove', {
  access: { right: 'channels.prove', scope: 'platform' },
  input: z.object({
    gateway: Gateway,
    /** The day on which a person tried the channel. Without a day the call removes the earlier record. */
    on: z._default(z.nullable(Day), null),
    by: z._default(Line(80), ''),
    note: z._default(z.string().check(z.maxLength(400)), ''),
  }),
  output: z.object({ proved: Channel.shape.proved }),
  refusals: ['prove_unnamed', 'prove_future', 'prove_pretend'],
  description:
    'Records that a person has tried a channel with its vendor, with the day and the way, or removes the record. ' +
    'The staff log records the call.',
})
