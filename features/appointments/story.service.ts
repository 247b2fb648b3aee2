import type { Story, StoryEvent } from '#seam/server/story.ts'
import { listForStory } from './story.store.ts'
import { storyWords } from './story.words.ts'
import { serviceWords } from './words.ts'

export const story: Story = {
  tables: ['appointments'],
  read: async (db, of) =>
    (await listForStory(db, of)).flatMap(({ service, state, created_at, updated_at, when }): StoryEvent[] => {
      const event = { kind: 'raceday', by: 'runner', values: { service: serviceWords[service], when } } as const
      return [
        { ...event, at: created_at, says: storyWords.booked },
        ...(state === 'cancelled' ? [{ ...event, at: updated_at, says: storyWords.cancelled }] : []),
      ]
    }),
}
