import { type Text, text } from '#contract/words.ts'
import type { Story } from '#seam/server/story.ts'
import { listMailsForStory } from './story.store.ts'
import { mailStateWords, storyWords } from './story.words.ts'

const untitled: Text = text('邮件', '郵件', 'Mail')

export const story: Story = {
  tables: ['mails'],
  read: async (db, of) =>
    (await listMailsForStory(db, of)).map(({ title, state, bounce, created_at }) => ({
      at: created_at,
      kind: 'message',
      says: storyWords.sent,
      values: { title: title ?? untitled },
      beside: bounce ? storyWords[bounce] : mailStateWords[state],
      by: 'system',
    })),
}
