import type { Right } from '#contract/rights.ts'
import type { Lang, Text } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { needed } from '#db/needed.ts'
import type { Parts, Who } from './handle.ts'

/** A column that a list of this kind may have: known by its titles, or by what somebody says. */
export type ImportColumn = {
  name: string
  label: Text
  /** Titles that mean it, as people write them; compared without blanks at either end. */
  titles: RegExp
  /** No list is read without it. */
  needed?: true
  /** What a cell of it looks like, for the template and beside the column. */
  example: Text
}
/** A row of a file by the names of its columns; '' where it has none. */
export type ImportRow = { line: number; cells: Readonly<Record<string, string>> }
/** What one row would do. `same`: it was taken before, and nothing happens. */
export type RowPlan<Item> = { line: number } & (
  | { state: 'added' | 'changed'; item: Item }
  | { state: 'same' }
  | { state: 'refused'; why: Text; values?: Readonly<Record<string, string>> }
)
/** What an import works with; `of`: what it goes into, where the kind asks. */
export type ImportWork = Pick<Parts, 'db' | 'seal'> & {
  raceid: number
  zone: string
  of: string
  now: Date
  lang: Lang
  who: Who
}
/**
 * A kind of list as a room gives it. What is known is read first, the plan is pure, and each batch is planned anew in
 * the transaction that applies it: a list that comes twice changes nothing the second time.
 */
export type ImportKind<Known, Item> = {
  name: string
  label: Text
  /** One sentence on what such a list is for. */
  description: Text
  right: Right
  columns: readonly ImportColumn[]
  /** What it goes into, where there is a choice: an album, an event. */
  into?: { label: Text; choices: (work: ImportWork) => Promise<{ value: string; label: string }[]> }
  /** Keys and settings that reading needs, before any transaction. */
  prepare?: (work: ImportWork) => Promise<void>
  /** Holds what a batch writes until its transaction ends. */
  hold?: (tx: Tx, work: ImportWork) => Promise<void>
  known: (on: Db | Tx, work: ImportWork, rows: readonly ImportRow[]) => Promise<Known>
  plan: (rows: readonly ImportRow[], known: Known) => RowPlan<Item>[]
  apply: (tx: Tx, work: ImportWork, items: readonly Item[]) => Promise<void>
  /** What the log says was done. */
  logged: string
}
/** A list of some room: what it knows and takes is that room's alone. */
export type AnyImport = ImportKind<never, never>

export const importKind = <Known, Item>(kind: ImportKind<Known, Item>): AnyImport => kind as unknown as AnyImport

/** The lists of all rooms. */
export const everyImport = needed<readonly AnyImport[]>('lists that rooms take in')
