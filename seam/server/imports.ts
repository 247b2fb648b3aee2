import type { Right } from '#contract/rights.ts'
import type { Lang, Text } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { needed } from '#db/needed.ts'
import type { Parts, Who } from './handle.ts'

/** A column that an imported list may have. Its title in the file names the column, or staff choose the column. */
export type ImportColumn = {
  name: string
  label: Text
  /** Titles of this column as people write them. The import removes blanks at the two ends before it compares. */
  titles: RegExp
  /**
   * The titles that name this column only if no other column of the file has a title for it. Example: `ID` names the
   * column of bibs only if the file has no column `Bib`.
   */
  lesser?: RegExp
  /** Set if no list can be read without this column. */
  needed?: true
  /** The most characters of a cell. A row with a longer cell is refused: nobody would notice a shortened cell. */
  most?: number
  /** An example of a cell. The template and the screen show it. */
  example: Text
}
/** A row of a file. `cells` holds the text for each column of the list; '' if the row has no such cell. */
export type ImportRow = { line: number; cells: Readonly<Record<string, string>> }
/** The effect of one row. `same` means that the row changes nothing, so nothing is written. */
export type RowPlan<Item> = { line: number } & (
  | { state: 'added' | 'changed'; item: Item }
  | { state: 'same' }
  | { state: 'refused'; why: Text; values?: Readonly<Record<string, string>> }
)
/** The values and functions that an import works with. `of` is the target, if the kind asks for a target. */
export type ImportWork = Pick<Parts, 'db' | 'seal'> & {
  raceid: number
  zone: string
  of: string
  now: Date
  lang: Lang
  who: Who
}
/**
 * A kind of list, as a room declares it. The plan writes nothing. Each group of rows is planned anew in the transaction
 * that applies the group, so a list that arrives twice changes nothing the second time.
 */
export type ImportKind<Known, Item> = {
  name: string
  label: Text
  /** One sentence about the purpose of the list. */
  description: Text
  right: Right
  columns: readonly ImportColumn[]
  /** The target of the list, if there is a choice: an album, an event. */
  into?: { label: Text; choices: (work: ImportWork) => Promise<{ value: string; label: string }[]> }
  /** Reads keys and settings before any transaction. */
  prepare?: (work: ImportWork) => Promise<void>
  /** Locks the rows that a group of the list writes. The lock ends with the transaction of the group. */
  hold?: (tx: Tx, work: ImportWork) => Promise<void>
  known: (on: Db | Tx, work: ImportWork, rows: readonly ImportRow[]) => Promise<Known>
  plan: (rows: readonly ImportRow[], known: Known) => RowPlan<Item>[]
  apply: (tx: Tx, work: ImportWork, items: readonly Item[]) => Promise<void>
  /** The name of the action in the staff log. */
  logged: string
}
/** A list of any room. Only that room knows its types. */
export type AnyImport = ImportKind<never, never>

export const importKind = <Known, Item>(kind: ImportKind<Known, Item>): AnyImport => kind as unknown as AnyImport

/** The lists of all rooms. */
export const everyImport = needed<readonly AnyImport[]>('lists that rooms take in')
