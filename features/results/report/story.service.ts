import { hoursText } from '#contract/written.ts'
import type { Story, StoryEvent } from '#seam/server/story.ts'
import { resultOutcomeWords } from './outcome.words.ts'
import { listCorrections, listProtests, listResults, listSubmissions } from './story.store.ts'
import { storyWords } from './story.words.ts'

const timeOf = (ms: number | null): string => (ms === null ? '' : hoursText(Math.ceil(ms / 1000)))
const event = { kind: 'result' } as const

export const story: Story = {
  tables: ['results', 'result_corrections', 'handed_in_results', 'result_protests'],
  read: async (db, of) => {
    const [results, corrections, submissions, protests] = await Promise.all([
      listResults(db, of),
      listCorrections(db, of),
      listSubmissions(db, of),
      listProtests(db, of),
    ])
    return [
      ...results.flatMap(({ at, outcome, ms, published_at }): StoryEvent[] => [
        {
          ...event,
          at,
          by: 'system',
          says: storyWords.there,
          values: { outcome: resultOutcomeWords[outcome], time: outcome === 'finished' ? timeOf(ms) : '' },
        },
        ...(published_at && published_at >= at
          ? [{ ...event, at: published_at, by: 'staff' as const, says: storyWords.published }]
          : []),
      ]),
      ...corrections.flatMap(({ at, reason, staff, undone_at, undone }): StoryEvent[] => [
        { ...event, at, by: 'staff', who: staff, reason, says: storyWords.corrected },
        ...(undone_at ? [{ ...event, at: undone_at, by: 'staff' as const, who: undone, says: storyWords.undone }] : []),
      ]),
      ...protests.flatMap(({ at, state, decided_at, decision, staff }): StoryEvent[] => [
        { ...event, at, by: 'runner', says: storyWords.protested },
        ...(decided_at
          ? [
              {
                ...event,
                at: decided_at,
                by: 'staff' as const,
                who: staff,
                reason: decision,
                says: state === 'upheld' ? storyWords.upheld : storyWords.dismissed,
              },
            ]
          : []),
      ]),
      ...submissions.flatMap(({ at, ms, state, decided_at, reason, staff }): StoryEvent[] => [
        { ...event, at, by: 'runner', says: storyWords.submitted, values: { time: timeOf(ms) } },
        ...(decided_at
          ? [
              {
                ...event,
                at: decided_at,
                by: 'staff' as const,
                who: staff,
                reason,
                says: state === 'refused' ? storyWords.refused : storyWords.taken,
              },
            ]
          : []),
      ]),
    ]
  },
}
