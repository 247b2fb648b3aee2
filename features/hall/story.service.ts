import type { Story } from '#seam/server/story.ts'
import { listForStory } from './story.store.ts'
import { storyWords } from './story.words.ts'

export const story: Story = {
  tables: ['hall_jobs'],
  read: async (db, of) =>
    (await listForStory(db, of)).map(({ at, what }) => ({ at, kind: 'result', by: 'runner', says: storyWords[what] })),
}
