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
  /** What fills the text; a text where it differs by language. */
  values?: Readonly<Record<string, string | number | Text>>
  /** In the smallest unit of the currency. */
  amount?: number | null
  /** Further words about it, such as what became of a message. */
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
 * What a room tells of one registration: features/registrations gathers it into the timeline on its page and knows no
 * table of another room. A table that leads to a registration is named here by its room, or with the reason why
 * nothing of it is told (tools/checks/storyTables.ts).
 */
export type Story = {
  tables: readonly string[]
  /** In any order, the newest two hundred at most. */
  read: (db: Db, of: StoryOf) => Promise<StoryEvent[]>
}

/** What every room tells, in the order of the rooms. */
export const everyStory = needed<readonly Story[]>('the stories of registrations')
