import type { Story } from '#seam/server/story.ts'
import { listGivenForStory } from './runs.store.ts'
import { runWords } from './runs.words.ts'

export const story: Story = {
  tables: ['bib_runs', 'bib_run_rows'],
  read: async (db, of) =>
    (await listGivenForStory(db, of)).map(({ at, staff, bib }) => ({
      at,
      kind: 'number',
      says: runWords.given_in_story,
      values: { bib },
      by: 'staff',
      who: staff,
    })),
}
