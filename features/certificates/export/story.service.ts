import type { Story } from '#seam/server/story.ts'
import { listForStory } from './story.store.ts'
import { storyWords } from './story.words.ts'

export const story: Story = {
  tables: ['certificate_pictures'],
  read: async (db, of) =>
    (await listForStory(db, of)).map(({ at, name }) => ({
      at,
      kind: 'result',
      by: 'staff',
      says: storyWords.drawn,
      values: { name },
    })),
}
