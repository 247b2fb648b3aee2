import { text } from '#contract/words.ts'
import type { Story, StoryEvent } from '#seam/server/story.ts'
import { listForStory } from './story.store.ts'

const words = {
  lent: text('借出押金物品（{code}）', '借出押金物品（{code}）', 'Took out a thing for a deposit ({code})'),
  back: text('归还物品，押金退回', '歸還物品，押金退回', 'Returned the thing, the deposit goes back'),
  kept: text('押金不予退还', '押金不予退還', 'The deposit was kept'),
}
/**
 * Deposits for a registration's timeline: the lent, returned and kept things of the registration's account. The room of
 * sales adds their payments to the timeline.
 */
export const story: Story = {
  tables: ['deposits'],
  read: async (db, of) =>
    (await listForStory(db, of)).flatMap(({ state, code, amount, reason, lent_at, ended_at }): StoryEvent[] => [
      ...(lent_at
        ? [
            {
              at: lent_at,
              kind: 'raceday' as const,
              by: 'staff' as const,
              says: words.lent,
              values: { code: code ?? '' },
            },
          ]
        : []),
      ...(ended_at && (state === 'back' || state === 'kept')
        ? [
            {
              at: ended_at,
              kind: 'money' as const,
              by: 'staff' as const,
              says: words[state],
              amount,
              reason: state === 'kept' ? reason : null,
            },
          ]
        : []),
    ]),
}
