import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag, Page, RaceId, Time, Id } from '#contract/scalars.ts'

/**
 * The filters of the list of text messages. `trouble` shows messages that did not arrive, and messages whose outcome
 * nobody knows.
 */
export const messageFilters = ['all', 'waiting', 'trouble'] as const
export type MessageFilter = (typeof messageFilters)[number]

/** A text message to somebody of the race, without its text. */
export const RaceMessage = z.object({
  id: z.number(),
  /** The subject of the message, in the reader's language. */
  subject: z.string(),
  mobile: z.string(),
  state: z.enum(['queued', 'sending', 'sent', 'failed', 'late', 'lost', 'delivered', 'undelivered']),
  failure: z.nullable(z.string()),
  created_at: Time,
  sent_at: z.nullable(Time),
  /** True if staff can send the message again. */
  retry: z.boolean(),
})
export type RaceMessage = z.output<typeof RaceMessage>

export const consoleMessagesList = post('/console/messages/list', {
  access: { right: 'registrations.read' },
  input: z.object({ raceid: RaceId, only: z._default(z.enum(messageFilters), 'all'), ...Page }),
  output: z.object({ items: z.array(RaceMessage), after: z.nullable(z.string()) }),
  description: 'Lists the text messages of a race, the newest first. Numbers are masked, and no text is shown.',
})
export const consoleMessagesRetry = post('/console/messages/retry', {
  access: { right: 'registrations.edit' },
  input: z.object({ raceid: RaceId, id: Id, sure: z._default(Flag, false) }),
  output: z.object({}),
  refusals: ['message_not_found', 'message_not_retried', 'message_maybe_sent'],
  description:
    'Sends a text message of a race again that failed or did not arrive. A message whose state is unknown may have ' +
    'arrived, so the call then needs `sure`. Codes and outdated messages are not sent again.',
})
