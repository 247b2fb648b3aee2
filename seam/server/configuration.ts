import type { CopyPart } from '#contract/copying.ts'
import type { Tx } from '#db/db.ts'
import type { IdKind } from '#db/ids.ts'
import { needed } from '#db/needed.ts'
import type { JsonRow } from '#db/raceRows.ts'

/** A race that is being copied into a new one. */
export type Copying = {
  from: number
  to: number
  now: Date
  parts: ReadonlySet<CopyPart>
  /** Ids of the events that are copied. The copies keep these ids. */
  events: ReadonlySet<number>
  /** New ids by table and former id, for the tables that were copied before. */
  ids: Readonly<Record<string, ReadonlyMap<number, number>>>
  /** Hashes of the pictures that the copied rows name. */
  pictures: ReadonlySet<string>
}

/**
 * A table whose rows are copied. The copier moves dates, sets `raceid`, rewrites addresses of the race's pictures and
 * pages, and leaves out rows of events that are not copied. An entry here says nothing about that.
 */
export type CopiedTable = {
  /** The choice that copies the table; `always`: every copy does. */
  part: CopyPart | 'always'
  /** Makes further changes to a row of the copy; undefined leaves the row out. */
  row?: (row: JsonRow, copying: Copying) => JsonRow | undefined
  /**
   * The rows have ids that count across races, so a copy gives them new ids. It notes them as this kind where the id
   * has a kind.
   */
  numbered?: IdKind | 'unnoted'
  /** Names of the kept bytes of a row. */
  bytes?: (row: { raceid: number; hash: string; ext: string }) => string
}

/**
 * The data that a room holds on a race before anybody takes part. A copy takes it into the next edition, and the
 * deletion of an empty race removes it. Every table with a race in it either stands here or holds people and their
 * actions (tools/checks/raceTables.ts).
 */
export type Configuration = {
  copied?: Readonly<Record<string, CopiedTable>>
  /** Tables that are set up anew for each race, with the reason. The deletion of a race removes their rows. */
  left?: Readonly<Record<string, string>>
  /** Tables whose rows stay when their race is deleted, with the reason. */
  kept?: Readonly<Record<string, string>>
  /** Copied after all other tables, because other rows decide which of its rows are copied. */
  last?: true
  /** After all rows are there. */
  finish?: (tx: Tx, copying: Copying) => Promise<void>
}

/** The configuration of every room, in the order of the rooms. */
export const everyConfiguration = needed<readonly Configuration[]>('what rooms hold of a race')
