import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag, Page, Time, Id } from '#contract/scalars.ts'
import { messageActions } from './nextAction/nextAction.rules.ts'

export const OutboxMessage = z.object({
  id: z.number(),
  template: z.string(),
  mobile: z.string(),
  text: z.string(),
  state: z.enum(['queued', 'sending', 'sent', 'failed', 'late', 'lost']),
  created_at: Time,
  sent_at: z.nullable(Time),
})
export type OutboxMessage = z.output<typeof OutboxMessage>

export const consoleOutboxList = post('/console/outbox/list', {
  access: { right: 'outbox.read', scope: 'platform' },
  input: z.object(Page),
  output: z.object({ items: z.array(OutboxMessage), after: z.nullable(z.string()) }),
  refusals: ['outbox_closed'],
  description:
    'Lists the text messages of the sandbox provider in full, the newest first, with masked numbers. The call is ' +
    'closed where a real provider is configured. The staff log records each call.',
})

/**
 * A message in an account's box, in the reader's language. `path` is its page in the runners' app, and `deed` names the
 * action of the reader on this page.
 */
export const BoxMessage = z.object({
  id: z.number(),
  raceid: z.nullable(z.number()),
  title: z.string(),
  text: z.string(),
  path: z.nullable(z.string()),
  deed: z.nullable(z.object({ word: z.enum(messageActions), says: z.string() })),
  read: z.boolean(),
  created_at: Time,
})
export type BoxMessage = z.output<typeof BoxMessage>

export const messageList = post('/message/list', {
  access: 'runner',
  input: z.object(Page),
  output: z.object({ items: z.array(BoxMessage), after: z.nullable(z.string()), unread: z.number() }),
  description:
    "Lists the messages in the account's box, the newest first, in the caller's language. `unread` counts up to 99.",
})
export const messageUnread = post('/message/unread', {
  access: 'runner',
  input: z.object({}),
  output: z.object({ unread: z.number() }),
  description: 'Counts the unread messages in the box. 99 means 99 or more.',
})
export const messageRead = post('/message/read', {
  access: 'runner',
  input: z.object({ id: z.optional(Id), upto: z.optional(Id) }),
  output: z.object({ unread: z.number() }),
  description:
    'Marks one message as read. With `upto` the call marks that message and all earlier messages. Later messages ' +
    'stay unread.',
})

export const Provider = z.object({
  name: z.string(),
  unproved: z.boolean(),
  resting: z.boolean(),
  last: z.nullable(z.string()),
  sent: z.number(),
  delivered: z.number(),
  undelivered: z.number(),
})
/** A text message that waits, failed, or has an unknown outcome, without its text. */
export const Trouble = z.object({
  id: z.number(),
  raceid: z.nullable(z.number()),
  template: z.string(),
  mobile: z.string(),
  state: z.enum(['queued', 'sending', 'sent', 'failed', 'late', 'lost']),
  provider: z.nullable(z.string()),
  failure: z.nullable(z.string()),
  delivery_code: z.nullable(z.string()),
  created_at: Time,
  send_at: z.nullable(Time),
  retry: z.boolean(),
})
export type Trouble = z.output<typeof Trouble>

export const consoleOutboxState = post('/console/outbox/state', {
  access: { right: 'outbox.read', scope: 'platform' },
  input: z.object({}),
  output: z.object({
    pretend: z.boolean(),
    providers: z.array(Provider),
    queued: z.number(),
    sending: z.number(),
    failed: z.number(),
    lost: z.number(),
    perDay: z.number(),
    /** The codes of the last 24 hours, and their limit. `alarm` warns staff that the number is near the limit. */
    codes: z.object({ sent: z.number(), perDay: z.number(), alarm: z.boolean() }),
    /** Failed calls to other services since yesterday, by their purpose. */
    outside: z.array(z.object({ what: z.string(), failed: z.number(), said: z.string(), last_at: Time })),
    quiet: z.object({ from: z.number(), to: z.number() }),
  }),
  description:
    'Shows the state of text messages. It lists the providers with the sent and delivered messages of the last 24 ' +
    'hours. It counts waiting, failed and lost messages, and sent codes. It also lists calls to other services that ' +
    'have failed since yesterday.',
})
export const consoleOutboxTroubles = post('/console/outbox/troubles', {
  access: { right: 'outbox.read', scope: 'platform' },
  input: z.object({ ...Page, state: z._default(z.enum(['failed', 'lost', 'queued']), 'failed') }),
  output: z.object({ items: z.array(Trouble), after: z.nullable(z.string()) }),
  description:
    'Lists the text messages that failed, that wait, or whose state is unknown. The newest is first, and no text is ' +
    'shown.',
})
export const consoleOutboxRetry = post('/console/outbox/retry', {
  access: { right: 'outbox.read', scope: 'platform' },
  input: z.object({ id: Id, sure: z._default(Flag, false) }),
  output: z.object({}),
  refusals: ['message_not_found', 'message_not_retried', 'message_maybe_sent'],
  description:
    'Sends a failed message again. A message whose state is unknown may have arrived, so the call then needs ' +
    '`sure`. Codes and outdated messages are not sent again.',
})
