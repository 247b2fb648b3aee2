import type { StoryOf } from '#contract/story.ts'
import type { StoryKind } from '#contract/story.words.ts'
import type { Text } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { needed } from '#db/needed.ts'

/** One thing that happened to a registration. Nothing sealed is in it: no number, no contact, no answer. */
export type StoryEvent = {
  at: Date
  kind: StoryKind
  says: Text
  /** The values of the text; a value is a text if it differs by language. */
  values?: Readonly<Record<string, string | number | Text>>
  /** In the smallest unit of the currency. */
  amount?: number | null
  /** Further words, for example the fate of a message. */
  beside?: Text | null
  by: 'runner' | 'staff' | 'system'
  /** A member of staff by name. */
  who?: string | null
  reason?: string | null
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
  orderid?: number
  /** A correction of the registration by which it is undone. */
  correctionid?: number | null
}

/**
 * The events that a room tells of one registration. features/registrations gathers them into the timeline on its page
 * and knows no table of another room. Each table that leads to a registration names its room here, or the reason why
 * the timeline leaves it out (tools/checks/storyTables.ts).
 */
export type Story = {
  tables: readonly string[]
  /** In any order, the newest two hundred at most. */
  read: (db: Db, of: StoryOf) => Promise<StoryEvent[]>
}

/** The timelines of every room, in the order of the rooms. */
export const everyStory = needed<readonly Story[]>('the stories of registrations')
