import type { Story } from '#seam/server/story.ts'
import { listForStory } from './story.store.ts'
import { storyWords } from './story.words.ts'

export const story: Story = {
  tables: ['handouts', 'desk_proxies'],
  read: async (db, of) =>
    (await listForStory(db, of)).map(({ kind, at, desk, staff, proxy, size_out, tag }) => ({
      at,
      kind: 'raceday',
      by: staff === null ? 'system' : 'staff',
      who: staff,
      says: kind === 'pack' && proxy !== null ? storyWords.proxied : storyWords[kind],
      values: { where: desk ?? '—', proxy: proxy ?? '', size: size_out ?? '', tag: tag ?? '' },
    })),
}
