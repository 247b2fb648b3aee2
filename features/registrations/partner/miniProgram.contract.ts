import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Fen, Key, Line, Time } from '#contract/scalars.ts'

export const apiMiniprogramPay = post('/api/miniprogram/pay', {
  access: 'runner',
  input: z.object({
    /** The key of a registration, or of an order of tickets, goods, deposits, a stay or postage. */
    id: Key,
    /** The payer's id in the mini-program, or a code of `wx.login`, by which the server finds the payer. */
    openid: z.optional(Line(64)),
    code: z.optional(Line(200)),
  }),
  /**
   * The parameters of the messaging app's own payment call, with the amount to pay and the time until which payment is
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
  refusals: ['registration_not_found', 'not_payable', 'payment_unavailable', 'gateway_down', 'payer_needed'],
  description:
    "Starts the payment of one's own registration or order inside the mini-program and returns the signed parameters " +
    'of its payment call. Only a verified notice from the gateway makes it paid.',
})
