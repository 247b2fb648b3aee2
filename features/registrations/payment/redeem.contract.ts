import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Fen, Key, Line, Time } from '#contract/scalars.ts'
import { paymentMethods } from '../contract.ts'

export const invitePay = post('/invite/pay', {
  access: 'runner',
  input: z.object({ id: Key, code: Line(40) }),
  output: z.object({
    _key: z.string(),
    orderid: z.nullable(z.number()),
    state: z.enum(['open', 'paid', 'closed']),
    amount: Fen,
    discount: Fen,
    pay_end: z.nullable(Time),
    pay_at: z.nullable(Time),
    payment: z.nullable(z.enum(paymentMethods)),
  }),
  refusals: [
    'registration_not_found',
    'not_payable',
    'gateway_down',
    'invite_unknown',
    'invite_over',
    'invite_used_up',
    'invite_elsewhere',
    'invite_of_another',
    'invite_saves_nothing',
    'invite_given',
  ],
  description:
    "Pays the registrant's open order with an invitation code. If the registration becomes free, it is paid at once with payment `invite`, and others who shared the order get a new order. If the price becomes lower, the order is closed at the gateway. A new order with the discount then takes its place for all who shared it, payable until the same moment. Each registration uses its code exactly once.",
})
