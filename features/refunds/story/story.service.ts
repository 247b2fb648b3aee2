import type { Text } from '#contract/words.ts'
import { words as orders } from '#features/orders/words.ts'
import type { Story, StoryEvent } from '#seam/server/story.ts'
import { listForStory } from './story.store.ts'
import { storyWords } from './story.words.ts'

const whyOf = (reason: string): Text => (orders.reasons as Readonly<Record<string, Text>>)[reason] ?? storyWords.other

/**
 * The refunds of a registration for its timeline. The beginning of a refund by staff comes from the log, with the
 * reason and the person.
 */
export const story: Story = {
  tables: ['refund_requests'],
  read: async (db, of) =>
    (await listForStory(db, of)).flatMap((refund): StoryEvent[] => {
      const { orderid, amount, state } = refund
      const event = { kind: 'money', orderid, amount, by: 'system' } as const
      const done = state === 'done' && refund.refund_at && refund.hand_at === null && amount > 0
      return [
        ...(refund.byStaff
          ? []
          : [{ ...event, at: refund.created_at, says: storyWords.asked, values: { why: whyOf(refund.reason) } }]),
        ...(done ? [{ ...event, at: refund.refund_at!, says: storyWords.done }] : []),
        ...(refund.hand_at
          ? [{ ...event, at: refund.hand_at, says: storyWords.by_hand, by: 'staff' as const, who: refund.hand }]
          : []),
        ...(state === 'failed' ? [{ ...event, at: refund.updated_at, says: storyWords.failed }] : []),
      ]
    }),
}
