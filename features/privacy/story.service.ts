import type { Story } from '#seam/server/story.ts'
import { listForStory } from './story.store.ts'
import { consentNameWords, storyWords } from './story.words.ts'

export const story: Story = {
  tables: ['consent_changes', 'erasures'],
  read: async (db, of) =>
    (await listForStory(db, of)).map(({ at, what, name }) => ({
      at,
      kind: 'change',
      by: 'runner',
      says: storyWords[what],
      values: { name: (name === null ? undefined : consentNameWords[name]) ?? name ?? '' },
    })),
}
