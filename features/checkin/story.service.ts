import type { Story } from '#seam/server/story.ts'
import { listForStory } from './story.store.ts'
import { storyWords } from './story.words.ts'

export const story: Story = {
  tables: ['signatures', 'gear_ticks'],
  read: async (db, of) =>
    (await listForStory(db, of)).map(({ what, at, n }) => ({
      at,
      kind: 'raceday',
      by: 'runner',
      says: storyWords[what],
      values: { n },
    })),
}
