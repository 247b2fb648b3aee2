import type { Story } from '#seam/server/story.ts'
import { listForStory, listSettledForStory } from './story.store.ts'
import { storyWords } from './story.words.ts'

const by = (staff: string | null) => ({
  kind: 'raceday' as const,
  by: staff === null ? ('system' as const) : ('staff' as const),
  who: staff,
})
export const story: Story = {
  tables: ['handouts', 'desk_proxies', 'desk_settlements'],
  read: async (db, of) => {
    const [entries, settled] = await Promise.all([listForStory(db, of), listSettledForStory(db, of)])
    return [
      ...entries.map(({ kind, at, desk, staff, proxy, size_out, tag }) => ({
        at,
        ...by(staff),
        says: kind === 'pack' && proxy !== null ? storyWords.proxied : storyWords[kind],
        values: { where: desk ?? '—', proxy: proxy ?? '', size: size_out ?? '', tag: tag ?? '' },
      })),
      ...settled.map(({ at, staff }) => ({ at, ...by(staff), says: storyWords.settled, values: {} })),
    ]
  },
}
