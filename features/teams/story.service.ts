import type { Story } from '#seam/server/story.ts'
import { listForStory } from './story.store.ts'
import { storyWords } from './story.words.ts'

export const story: Story = {
  tables: ['teams'],
  read: async (db, of) =>
    (await listForStory(db, of)).map(({ name, team_at, leads }) => ({
      at: team_at,
      kind: 'change',
      by: 'runner',
      says: leads ? storyWords.founded : storyWords.joined,
      values: { team: name },
    })),
}
