import { text } from '#contract/words.ts'
import type { Story, StoryEvent } from '#seam/server/story.ts'
import { listPrizesForStory } from './prizes/story.store.ts'

const words = {
  won: text('中奖：{prize}', '中獎：{prize}', 'Won: {prize}'),
  handed: text('已领取奖品：{prize}', '已領取獎品：{prize}', 'Prize handed out: {prize}'),
  sent: text('奖品已寄出：{prize}', '獎品已寄出：{prize}', 'Prize sent: {prize}'),
  given: text('奖品已发放：{prize}', '獎品已發放：{prize}', 'Prize given: {prize}'),
}
/** Prizes for a registration's timeline. The account of the registration won them in draws or with sets of cards. */
export const story: Story = {
  tables: ['prizes'],
  read: async (db, of) =>
    (await listPrizesForStory(db, of)).flatMap(({ state, name, names, created_at, done_at }): StoryEvent[] => {
      const values = { prize: text(name, names['zh-tw'] || name, names.en || name) }
      const done = state === 'handed' || state === 'sent' || state === 'given' ? state : undefined
      return [
        { at: created_at, kind: 'raceday', by: 'runner', says: words.won, values },
        ...(done && done_at
          ? [
              {
                at: done_at,
                kind: 'raceday' as const,
                by: done === 'given' ? ('runner' as const) : ('staff' as const),
                says: words[done],
                values,
              },
            ]
          : []),
      ]
    }),
}
