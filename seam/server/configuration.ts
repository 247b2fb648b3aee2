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
  /** Ids of the events that come along; they keep them. */
  events: ReadonlySet<number>
  /** New ids by table and former id, of the tables that were copied before. */
  ids: Readonly<Record<string, ReadonlyMap<number, number>>>
  /** Hashes of the pictures that the copied rows name. */
  pictures: ReadonlySet<string>
}

/**
 * A table whose rows come along. Dates are moved, `raceid`, addresses of the race's pictures and pages are the new race's,
 * rows of events that stay behind are left out, all without a word here.
 */
export type CopiedTable = {
  /** With which choice; `always`: with every copy. */
  part: CopyPart | 'always'
  /** The row as the new race has it, further than that; undefined leaves it behind. */
  row?: (row: JsonRow, copying: Copying) => JsonRow | undefined
  /** Its rows have ids that are no part of the race's own numbering: new ones, noted as this kind where they have one. */
  numbered?: IdKind | 'unnoted'
  /** Names of the kept bytes of a row. */
  bytes?: (row: { raceid: number; hash: string; ext: string }) => string
}

/**
 * What a room holds of a race before anybody takes part: copied into the next edition, removed with a race that is
 * deleted while it is empty. A table with a race in it is named here, or is a place of people and of what they did
 * (tools/checks/raceTables.ts).
 */
export type Configuration = {
  copied?: Readonly<Record<string, CopiedTable>>
  /** Set up anew for each race, by table, with the reason; it goes with a race that is deleted. */
  left?: Readonly<Record<string, string>>
  /** Stays though its race is deleted, by table, with the reason. */
  kept?: Readonly<Record<string, string>>
  /** Copied once all else is, for it is chosen by what names it. */
  last?: true
  /** After all rows are there. */
  finish?: (tx: Tx, copying: Copying) => Promise<void>
}

/** What every room holds of a race, in the order of the rooms. */
export const everyConfiguration = needed<readonly Configuration[]>('what rooms hold of a race')
