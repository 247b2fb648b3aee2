import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag, Page, Time, Id } from '#contract/scalars.ts'
import { MailAddress } from './contract.ts'

export const mailStates = ['queued', 'sending', 'sent', 'failed', 'late', 'lost'] as const

/** A mail for staff. `text` is there only in the sandbox mailbox. */
export const MailLine = z.object({
  id: z.number(),
  raceid: z.nullable(z.number()),
  title: z.string(),
  to: z.string(),
  lang: z.string(),
  state: z.enum(mailStates),
  failure: z.nullable(z.string()),
  bounce: z.nullable(z.enum(['hard', 'soft', 'complaint'])),
  bounce_code: z.nullable(z.string()),
  created_at: Time,
  sent_at: z.nullable(Time),
  retry: z.boolean(),
  text: z.nullable(z.string()),
})
export type MailLine = z.output<typeof MailLine>

export const consoleMailState = post('/console/mail/state', {
  access: { right: 'outbox.read', scope: 'platform' },
  input: z.object({}),
  output: z.object({
    pretend: z.boolean(),
    from: z.string(),
    /** The parts of the channel, and whether the environment sets them. */
    parts: z.array(z.object({ name: z.enum(['smtp', 'imap', 'webhook']), set: z.boolean() })),
    counts: z.object({ queued: z.number(), sending: z.number(), failed: z.number(), lost: z.number() }),
    day: z.object({ sent: z.number(), bounced: z.number(), most: z.number() }),
    stopped: z.number(),
  }),
  description:
    'Shows the state of mail: which parts are set, the mails that wait or failed, and the mails of the last 24 hours.',
})
export const consoleMailList = post('/console/mail/list', {
  access: { right: 'outbox.read', scope: 'platform' },
  input: z.object({ ...Page, only: z._default(z.enum(['all', 'trouble', 'waiting']), 'all') }),
  output: z.object({ items: z.array(MailLine), after: z.nullable(z.string()) }),
  description:
    'Lists mails, the newest first, with masked addresses. The text is there only while mail is a sandbox, and the ' +
    'staff log then records the call.',
})
export const consoleMailRetry = post('/console/mail/retry', {
  access: { right: 'outbox.read', scope: 'platform' },
  input: z.object({ id: Id, sure: z._default(Flag, false) }),
  output: z.object({}),
  refusals: ['mail_not_found', 'mail_not_retried', 'mail_maybe_sent'],
  description:
    'Sends a failed mail again. A mail whose answer was lost may have arrived, so the call then needs `sure`.',
})
export const consoleMailTest = post('/console/mail/test', {
  access: { right: 'outbox.read', scope: 'platform' },
  input: z.object({ mail: z.optional(MailAddress) }),
  output: z.object({ sent: z.boolean() }),
  refusals: ['mail_down', 'too_often'],
  description: 'Logs in to the SMTP server. With an address it also sends a test mail to it.',
})
export const MailStop = z.object({
  id: z.string(),
  to: z.string(),
  bounce: z.enum(['hard', 'complaint']),
  code: z.nullable(z.string()),
  at: Time,
})
export type MailStop = z.output<typeof MailStop>
export const consoleMailStops = post('/console/mail/stops', {
  access: { right: 'outbox.read', scope: 'platform' },
  input: z.object({ ...Page }),
  output: z.object({ items: z.array(MailStop), after: z.nullable(z.string()) }),
  description: 'Lists the addresses to which no mail goes, because mail came back or its owner complained.',
})
export const consoleMailAllow = post('/console/mail/allow', {
  access: { right: 'outbox.read', scope: 'platform' },
  input: z.object({ id: z.string().check(z.regex(/^[0-9a-f]{32}$/)) }),
  output: z.object({}),
  refusals: ['mail_not_found'],
  description: 'Lets mail go to an address again, after its owner has said that the address works.',
})
