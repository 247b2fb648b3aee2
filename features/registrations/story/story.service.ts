import { type Lang, type Text, fill } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import type { StoryOf } from '#contract/story.ts'
import { type Story, type StoryEvent, everyStory } from '#seam/server/story.ts'
import { loggedActions } from '#features/staff/actions.words.ts'
import { findForStory } from './story.store.ts'
import { storyWords } from './story.words.ts'

export const story: Story = {
  tables: ['registrations'],
  read: async (db, of) => {
    const registration = await findForStory(db, of)
    if (!registration) return []
    const { created_at, bib, bib_at, closed_at, invite } = registration
    const event = { kind: 'entry', by: 'system' } as const
    return [
      { ...event, at: created_at, by: 'runner', says: invite ? storyWords.signed_up_invited : storyWords.signed_up },
      ...(bib_at
        ? [
            bib === null
              ? { at: bib_at, kind: 'number' as const, by: 'staff' as const, says: storyWords.bib_given_once }
              : {
                  at: bib_at,
                  kind: 'number' as const,
                  by: 'staff' as const,
                  says: storyWords.bib_given,
                  values: { bib },
                },
          ]
        : []),
      ...(closed_at ? [{ ...event, at: closed_at, says: storyWords.ran_out }] : []),
    ]
  },
}

const sayIn = (lang: Lang, { says, values = {} }: Pick<StoryEvent, 'says' | 'values'>): string =>
  fill(
    says[lang],
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, typeof value === 'object' ? (value as Text)[lang] : value]),
    ),
  )

/**
 * Tells whether the log or the room of bibs already tells about this event. The timeline then leaves this event out,
 * because the line of the log or of the bibs also names the person who gave the bib or made the entry by hand.
 */
const isRepeated = (event: StoryEvent, all: readonly StoryEvent[]): boolean =>
  event.who === undefined &&
  (((event.says === storyWords.bib_given || event.says === storyWords.bib_given_once) &&
    all.some(({ kind, who, at }) => kind === 'number' && who && at.getTime() === event.at.getTime())) ||
    (event.says === storyWords.signed_up && all.some(({ says }) => says === loggedActions['registration entered'])))

const MOST = 500
/** Collects the latest 500 events that the rooms know about one registration, newest first. */
export const storyOf = async (db: Db, of: StoryOf, lang: Lang) => {
  const events = (await Promise.all(everyStory.get().map(({ read }) => read(db, of)))).flat()
  return events
    .filter((event) => !isRepeated(event, events))
    .sort((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, MOST)
    .map((event) => ({
      at: event.at,
      kind: event.kind,
      says: sayIn(lang, event),
      amount: event.amount ?? null,
      beside: event.beside?.[lang] ?? null,
      by: event.by,
      who: event.who ?? null,
      reason: event.reason ?? null,
      before: event.before ?? null,
      after: event.after ?? null,
      orderid: event.orderid ?? null,
      correctionid: event.correctionid ?? null,
    }))
}
