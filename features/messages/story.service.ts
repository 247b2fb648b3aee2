import type { Story } from '#seam/server/story.ts'
import { listForStory } from './story.store.ts'
import { storyWords } from './story.words.ts'
import { titles } from './titles.words.ts'

export const story: Story = {
  tables: ['messages'],
  read: async (db, of) =>
    (await listForStory(db, of)).map(({ template, state, delivery, read_at, created_at }) => ({
      at: created_at,
      kind: 'message',
      says: storyWords.sent,
      values: { title: titles[template] ?? template },
      beside: read_at ? storyWords.read : storyWords[delivery ?? (state === 'sent' ? 'gone' : state)],
      by: 'system',
    })),
}
