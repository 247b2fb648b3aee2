import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Int, Line, Page, RaceId, Time } from '#contract/scalars.ts'
import { webhookEvents, webhookFields } from './events.rules.ts'

const manage = { right: 'integrations.manage' } as const
const race = { raceid: z.optional(RaceId) }
const one = { ...race, id: Int }

const Webhook = z.object({
  raceid: z.nullable(z.number()),
  id: z.number(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  fields: z.array(z.string()),
  keyid: z.nullable(z.number()),
  state: z.enum(['on', 'off', 'failed']),
  /** The time of the first failure since the last success. */
  failing_since: z.nullable(Time),
  failure: z.nullable(z.string()),
  /** The moment until which the former secret signs too. */
  former_until: z.nullable(Time),
  waiting: z.number(),
  created_at: Time,
})
export type Webhook = z.output<typeof Webhook>
const WithSecret = z.object({ secret: z.string(), item: Webhook })

const WebhookDelivery = z.object({
  id: z.number(),
  event: z.string(),
  type: z.string(),
  /** The ids that the server stored with the message when the event happened. */
  body: z.record(z.string(), z.unknown()),
  state: z.enum(['waiting', 'delivered']),
  tries: z.number(),
  status: z.nullable(z.number()),
  failure: z.nullable(z.string()),
  next_at: z.nullable(Time),
  tried_at: z.nullable(Time),
  created_at: Time,
})
export type WebhookDelivery = z.output<typeof WebhookDelivery>

export const consoleWebhooksList = post('/console/webhooks/list', {
  access: manage,
  input: z.object(race),
  output: z.object({ items: z.array(Webhook) }),
  description: 'Lists the webhooks of one race, or without `raceid` those for all races. No secret is in the list.',
})
const settings = {
  name: Line(60),
  url: z.string().check(z.trim(), z.maxLength(1000), z.url()),
  events: z.array(z.enum(webhookEvents)).check(z.minLength(1), z.maxLength(20)),
  fields: z._default(z.array(z.enum(webhookFields)).check(z.maxLength(10)), []),
  /** The API key whose rights allow the chosen fields. */
  keyid: z._default(z.nullable(Int), null),
}
export const consoleWebhooksMake = post('/console/webhooks/make', {
  access: manage,
  input: z.object({ ...race, ...settings }),
  output: WithSecret,
  refusals: ['webhook_address', 'webhook_key', 'webhooks_too_many'],
  description:
    'Makes a webhook. The answer is the only one that shows its secret. Messages are signed as Standard Webhooks say ' +
    '(docs/integrate.md).',
})
export const consoleWebhooksSave = post('/console/webhooks/save', {
  access: manage,
  input: z.object({ ...one, ...settings, state: z._default(z.enum(['on', 'off']), 'on') }),
  output: Webhook,
  refusals: ['webhook_unknown', 'webhook_address', 'webhook_key'],
  description:
    'Changes a webhook, or switches it on or off. Messages that wait go out once it is on. While it is off, no message ' +
    'is written.',
})
export const consoleWebhooksRemove = post('/console/webhooks/remove', {
  access: manage,
  input: z.object(one),
  output: z.object({}),
  refusals: ['webhook_unknown'],
  description: 'Removes a webhook and its messages.',
})
export const consoleWebhooksRotate = post('/console/webhooks/rotate', {
  access: manage,
  input: z.object(one),
  output: WithSecret,
  refusals: ['webhook_unknown'],
  description: 'Gives a webhook a new secret. For 24 hours, the former secret signs too.',
})
export const consoleWebhooksTest = post('/console/webhooks/test', {
  access: manage,
  input: z.object(one),
  output: WebhookDelivery,
  refusals: ['webhook_unknown', 'webhook_off'],
  description: 'Sends a test message to a webhook that is on. The log shows its outcome.',
})
export const consoleWebhooksDeliveries = post('/console/webhooks/deliveries', {
  access: manage,
  input: z.object({ ...one, ...Page }),
  output: z.object({ items: z.array(WebhookDelivery), after: z.nullable(z.string()) }),
  refusals: ['webhook_unknown'],
  description: 'The messages of a webhook, newest first, each with its last try.',
})
export const consoleWebhooksReplay = post('/console/webhooks/replay', {
  access: manage,
  input: z.object({
    ...one,
    deliveries: z.array(z.coerce.number().check(z.int())).check(z.minLength(1), z.maxLength(100)),
  }),
  output: z.object({ again: z.number() }),
  refusals: ['webhook_unknown', 'webhook_off'],
  description: 'Sends messages of a webhook again, with the same ids, whether they arrived or not.',
})
