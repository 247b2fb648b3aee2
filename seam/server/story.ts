import type { StoryOf } from '#contract/story.ts'
import type { StoryKind } from '#contract/story.words.ts'
import type { Text } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { needed } from '#db/needed.ts'

/** An entry of a registration's history. The entry holds nothing sealed: no identity number, contact or answer. */
export type StoryEvent = {
  at: Date
  kind: StoryKind
  says: Text
  /** The values of the text. A value that differs by language is itself a text. */
  values?: Readonly<Record<string, string | number | Text>>
  /** An amount of money, in the smallest unit of the currency. */
  amount?: number | null
  /** A further text, for example whether a message arrived. */
  beside?: Text | null
  by: 'runner' | 'staff' | 'system'
  /** The name of the member of staff who acted. */
  who?: string | null
  reason?: string | null
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
  orderid?: number
  /** The id of the correction, by which staff can undo it. */
  correctionid?: number | null
}

/**
 * The entries that a room adds to a registration's history. features/registrations gathers the entries of all rooms
 * into one timeline and knows no table of another room. Each table that leads to a registration is in the `tables` of a
 * room, or tools/checks/storyTables.ts gives the reason why the timeline leaves it out.
 */
export type Story = {
  tables: readonly string[]
  /** Reads the entries of one registration, in any order. */
  read: (db: Db, of: StoryOf) => Promise<StoryEvent[]>
}

/** The timelines of every room, in the order of the rooms. */
export const everyStory = needed<readonly Story[]>('the stories of registrations')
