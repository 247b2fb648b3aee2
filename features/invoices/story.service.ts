import type { Story, StoryEvent } from '#seam/server/story.ts'
import { listForStory } from './story.store.ts'
import { storyWords } from './story.words.ts'

export const story: Story = {
  tables: ['invoices'],
  read: async (db, of) =>
    (await listForStory(db, of)).flatMap((invoice): StoryEvent[] => {
      const { orderid, amount, state, reason } = invoice
      const event = { kind: 'money', orderid } as const
      return [
        { ...event, at: invoice.created_at, by: 'runner', says: storyWords.asked, amount },
        ...(invoice.issued_at
          ? [
              {
                ...event,
                at: invoice.issued_at,
                by: 'staff' as const,
                says: storyWords.issued,
                values: { number: invoice.number ?? '–' },
              },
            ]
          : []),
        ...(state === 'refused'
          ? [{ ...event, at: invoice.updated_at, by: 'staff' as const, says: storyWords.refused, reason }]
          : []),
      ]
    }),
}
