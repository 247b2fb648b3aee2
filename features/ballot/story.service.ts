import type { Story } from '#seam/server/story.ts'
import { listTold } from './story.store.ts'
import { storyWords } from './story.words.ts'

/** The log has the outcome. */
export const story: Story = {
  tables: ['ballot_entries'],
  read: async (db, of) =>
    (await listTold(db, of)).map(({ entry, frozen_at }) => ({
      at: frozen_at,
      kind: 'entry',
      by: 'system',
      says: storyWords.frozen,
      values: { entry: entry.slice(0, 8) },
    })),
}
