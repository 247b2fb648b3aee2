import type { Story } from '#seam/server/story.ts'
import { listForStory } from './story.store.ts'
import { storyWords } from './story.words.ts'

/**
 * The entries of a registration in draws, for its timeline. The outcome of a draw comes from the log and not from here.
 */
export const story: Story = {
  tables: ['ballot_entries'],
  read: async (db, of) =>
    (await listForStory(db, of)).map(({ entry, frozen_at }) => ({
      at: frozen_at,
      kind: 'entry',
      by: 'system',
      says: storyWords.frozen,
      values: { entry: entry.slice(0, 8) },
    })),
}
