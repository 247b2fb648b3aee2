import * as z from 'zod/mini'
import { shapedAs } from '../payment/exchange.ts'
import { GatewayDown } from '../payment/gateway.ts'

/** The answers and notices of PayPal, in the form that its documents give. */

const text = z.string()
const Money = z.object({ currency_code: text, value: text })
export const Capture = z.object({
  id: text,
  status: text,
  amount: Money,
  create_time: text,
  custom_id: z.optional(text),
  payee: z.optional(z.object({ merchant_id: z.optional(text) })),
})
export type Capture = z.output<typeof Capture>
export const PaypalRefund = z.object({
  id: text,
  status: text,
  amount: z.optional(Money),
  custom_id: z.optional(text),
  invoice_id: z.optional(text),
  create_time: z.optional(text),
})
export type PaypalRefund = z.output<typeof PaypalRefund>
const Unit = z.object({
  custom_id: z.optional(text),
  payee: z.optional(z.object({ merchant_id: z.optional(text) })),
  payments: z.optional(
    z.object({ captures: z._default(z.array(Capture), []), refunds: z._default(z.array(PaypalRefund), []) }),
  ),
})
export const PaypalOrder = z.object({
  id: text,
  status: text,
  purchase_units: z._default(z.array(Unit), []),
  payer: z.optional(z.object({ email_address: z.optional(text) })),
  links: z._default(z.array(z.object({ rel: text, href: text })), []),
})
export type PaypalOrder = z.output<typeof PaypalOrder>
export const Failure = z.object({
  name: text,
  message: z._default(text, ''),
  details: z._default(z.array(z.object({ issue: z._default(text, '') })), []),
})
export const AccessToken = z.object({ access_token: text, expires_in: z.number() })
export const Event = z.object({ id: text, event_type: text, resource: z.unknown() })

export const fail = (what: string): never => {
  throw new GatewayDown(`PayPal answered ${what}`)
}
export const read = <Schema extends z.ZodMiniType>(schema: Schema, given: unknown): z.output<Schema> =>
  shapedAs(schema, given, () => fail('in another form'))
