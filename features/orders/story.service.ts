import type { Text } from '#contract/words.ts'
import type { Story, StoryEvent } from '#seam/server/story.ts'
import { listForStory } from './story.store.ts'
import { storyWords } from './story.words.ts'
import { words } from './words.ts'

const said = (of: Readonly<Record<string, Text>>, word: string | null): Text =>
  (word === null ? undefined : of[word]) ?? storyWords.unknown

export const story: Story = {
  tables: ['orders'],
  read: async (db, of) =>
    (await listForStory(db, of)).flatMap((order): StoryEvent[] => {
      const { id: orderid, amount } = order
      const event = { kind: 'money', orderid, by: 'system' } as const
      return [
        { ...event, at: order.created_at, says: storyWords.opened, values: { order: order.tradeno }, amount },
        ...(order.pay_at
          ? [
              amount === 0
                ? { ...event, at: order.pay_at, says: storyWords.nothing_due }
                : {
                    ...event,
                    at: order.pay_at,
                    says: storyWords.paid,
                    values: { payment: said(words.methods, order.payment) },
                    amount,
                  },
            ]
          : []),
        ...(order.closed_at
          ? [
              {
                ...event,
                at: order.closed_at,
                says: storyWords.closed,
                values: { why: said(words.closeReasons, order.close_reason) },
              },
            ]
          : []),
      ]
    }),
}
