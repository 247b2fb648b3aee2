import { text } from '#contract/words.ts'
import type { Story, StoryEvent } from '#seam/server/story.ts'
import { listChoicesForStory } from './store.ts'
import { planTermWords } from './words.ts'

const says = text('赛事{what}：选择“{choice}”', '賽事{what}：選擇「{choice}」', 'Race {what}: chose “{choice}”')

export const story: Story = {
  tables: ['disruption_choices'],
  read: async (db, { raceid, id }) =>
    (await listChoicesForStory(db, raceid, id)).map(({ at, choice, kind }): StoryEvent => ({
      at,
      kind: 'entry',
      says,
      values: { what: planTermWords.kinds[kind], choice: planTermWords.choices[choice] },
      by: 'runner',
    })),
}
