import type { CopyPart } from '#contract/copying.ts'
import type { Tx } from '#db/db.ts'
import type { IdKind } from '#db/ids.ts'
import { needed } from '#db/needed.ts'
import type { JsonRow } from '#db/raceRows.ts'

/** A race that is being copied into a new race. */
export type RaceCopy = {
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
 * pages, and leaves out rows of events that are not copied. An entry here describes only other changes.
 */
export type CopiedTable = {
  /** The choice of the organiser that copies the table. `always` means that every copy includes the table. */
  part: CopyPart | 'always'
  /** Makes further changes to a row of the copy. It returns undefined for a row that the copy leaves out. */
  row?: (row: JsonRow, copying: RaceCopy) => JsonRow | undefined
  /**
   * Set if all races share one series of ids, so a copy gives the rows new ids. The copier notes each new id under this
   * kind. `unnoted` stands for ids without a kind, which the copier does not note.
   */
  numbered?: IdKind | 'unnoted'
  /** Returns the name under which the bytes of a row are kept. */
  bytes?: (row: { raceid: number; hash: string; ext: string }) => string
}

/**
 * The tables in which a room holds data on a race before anybody takes part. A copy of the race may include the
 * tables `copied`. The deletion of an empty race removes the rows of these tables, except those of `kept`. Every other
 * table with a race in it holds people and their actions (tools/checks/raceTables.ts).
 */
export type Configuration = {
  copied?: Readonly<Record<string, CopiedTable>>
  /** Tables that a copy does not include, each with the reason. The deletion of a race removes their rows. */
  left?: Readonly<Record<string, string>>
  /** Tables whose rows stay when their race is deleted, with the reason. */
  kept?: Readonly<Record<string, string>>
  /**
   * Set if the copier takes this room after all other rooms. The copied rows of the other rooms decide which rows of
   * this room are copied.
   */
  last?: true
  /** Runs after the copier has written all rows. */
  finish?: (tx: Tx, copying: RaceCopy) => Promise<void>
}

/** The configuration of every room, in the order of the rooms. */
export const everyConfiguration = needed<readonly Configuration[]>('what rooms hold of a race')
