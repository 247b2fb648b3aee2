import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Page, Time } from '#contract/scalars.ts'

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
  access: { right: 'outbox.read' },
  input: z.object(Page),
  output: z.object({ items: z.array(OutboxMessage), after: z.nullable(z.string()) }),
  refusals: ['outbox_closed'],
  says: 'The text messages of the pretend provider in full, newest first, numbers masked. Closed where a real provider is configured. Each reading is logged.',
})
