import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Key, Line, Time } from '#contract/scalars.ts'

export const Proxy = z.object({
  key: z.string(),
  name: z.string(),
  created_at: Time,
  withdrawn_at: z.nullable(Time),
  used_at: z.nullable(Time),
})
export type Proxy = z.output<typeof Proxy>
export const checkinProxyList = post('/checkin/proxy/list', {
  access: 'runner',
  input: z.object({ id: Key }),
  output: z.object({ items: z.array(Proxy), handed_at: z.nullable(Time), entered: z.boolean() }),
  refusals: ['registration_not_found'],
  description: 'Lists the people whom a runner sent for the pack of a registration (`id`, its key).',
})
export const checkinProxyMake = post('/checkin/proxy/make', {
  access: 'runner',
  input: z.object({ id: Key, name: Line(80) }),
  output: Proxy,
  refusals: ['registration_not_found', 'not_entered', 'handed_already'],
  description:
    'Lets one person collect the pack of a registration. The proxy shows the QR code of `key`. A new proxy ' +
    'replaces the former proxy.',
})
export const checkinProxyWithdraw = post('/checkin/proxy/withdraw', {
  access: 'runner',
  input: z.object({ id: Key }),
  output: z.object({ withdrawn: z.boolean() }),
  refusals: ['registration_not_found'],
  description: 'Withdraws the authorisation of a registration. The code does not work from then on.',
})
