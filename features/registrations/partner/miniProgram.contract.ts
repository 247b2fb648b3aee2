import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Fen, Key, Line, Time } from '#contract/scalars.ts'

export const apiMiniprogramPay = post('/api/miniprogram/pay', {
  access: 'runner',
  input: z.object({ id: Key, openid: Line(64) }),
  /**
   * The parameters of the messaging app's own payment call, with the items to pay and the time until which payment is
   * possible.
   */
  output: z.object({
    appId: z.string(),
    timeStamp: z.string(),
    nonceStr: z.string(),
    package: z.string(),
    signType: z.string(),
    paySign: z.string(),
    amount: Fen,
    pay_end: z.nullable(Time),
  }),
  refusals: ['registration_not_found', 'not_payable', 'payment_unavailable', 'gateway_down'],
  description:
    "Starts the payment of one's own registration inside the mini-program and returns the signed parameters of its payment call. Only a verified notice from the gateway makes the registration paid.",
})
