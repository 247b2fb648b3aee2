import type * as z from 'zod/mini'
import type { Right } from '#contract/rights.ts'
import type { Lang, Text } from '#contract/words.ts'
import { needed } from '#db/needed.ts'
import type { Seal } from '#db/sealing/seal.ts'
import type { CellKind } from '#integrations/archives/workbook.ts'
import type { Parts } from './handle.ts'

/**
 * The context in which a cell is written. `seal` is set, with the race's key prepared, where sealed columns leave open;
 * otherwise it is null.
 */
export type Writing = { lang: Lang; zone: string; now: Date; seal: Seal | null }

/** A column of a table of the console. A `moment` is given as a Date, and written in the zone of the race. */
export type TableColumn<Row> = {
  name: string
  label: Text
  kind: CellKind
  /** Its content is sealed. It leaves masked or empty, or open to staff with the right and a reason. */
  sealed?: boolean
  /** A right that the column needs beside the right of the table. */
  right?: Right
  cell: (row: Row, writing: Writing) => string | number | Date | null
}
/** Columns chosen for a purpose, such as an insurer's list. */
export type ReadyLayout = { name: string; label: Text; columns: readonly string[] }

export type Reading = Pick<Parts, 'db' | 'seal'> & { now: Date; lang: Lang }
/** The page to read: `after` is the cursor of the page before. */
export type PageWanted<Filter> = { raceid: number; filter: Filter; after: string | undefined; limit: number }

/**
 * A table of the console as a room gives it for files: the staff who may have it, its columns, and its rows page by
 * page.
 */
export type TableSource<Row, Filter> = {
  name: string
  label: Text
  right: Right
  filter: z.ZodMiniType<Filter>
  /** The right that a filter needs beside the right of the table. */
  filterRight?: (filter: Filter) => Right | undefined
  /** The columns, which may depend on the race: an event has questions of its own. */
  columns: (reading: Reading, raceid: number) => Promise<readonly TableColumn<Row>[]>
  layouts?: readonly ReadyLayout[]
  read: (reading: Reading, wanted: PageWanted<Filter>) => Promise<{ rows: readonly Row[]; after: string | null }>
  /** The log entry for a row that leaves open. It names the person whom the row is about. */
  opened?: { what: string; target: (row: Row) => string }
}
/** A table of some room. Only that room knows its rows and its filter. */
export type AnyTable = TableSource<never, never>

export const tableSource = <Row, Filter>(source: TableSource<Row, Filter>): AnyTable => source as unknown as AnyTable

/** The tables of all rooms. */
export const everyTable = needed<readonly AnyTable[]>('tables of the console')
