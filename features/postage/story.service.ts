import type { Story, StoryEvent } from '#seam/server/story.ts'
import { listForStory } from './story.store.ts'
import { storyWords } from './story.words.ts'

export const story: Story = {
  tables: ['parcels'],
  read: async (db, of) =>
    (await listForStory(db, of)).flatMap(({ created_at, sent_at, carrier, number }): StoryEvent[] => [
      { at: created_at, kind: 'result', by: 'runner', says: storyWords.ordered },
      ...(sent_at
        ? [
            {
              at: sent_at,
              kind: 'result' as const,
              by: 'staff' as const,
              says: storyWords.sent,
              values: { carrier: carrier ?? '', number: number ?? '' },
            },
          ]
        : []),
    ]),
}
