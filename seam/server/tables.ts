import type * as z from 'zod/mini'
import type { Right } from '#contract/rights.ts'
import type { Lang, Text } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { needed } from '#db/needed.ts'
import type { Seal } from '#db/sealing/seal.ts'
import type { PdfPage } from '#integrations/archives/pdf.ts'
import type { CellKind } from '#integrations/archives/workbook.ts'
import type { Parts } from './handle.ts'

/**
 * The context in which a cell is written. If the file shows sealed columns unmasked, `seal` is set and the race's key
 * is prepared. Otherwise `seal` is null. Links in the file lead to `origin`.
 */
export type Writing = { lang: Lang; zone: string; now: Date; seal: Seal | null; origin?: string }

/**
 * A column of a table of the console. The room gives a `moment` as a Date, and the file shows it in the race's time
 * zone.
 */
export type TableColumn<Row> = {
  name: string
  label: Text
  kind: CellKind
  /**
   * True if the content of the column is sealed. Files show it masked or leave it out. Staff with the right get it
   * unmasked if they state a reason.
   */
  sealed?: boolean
  /** A right that staff need for this column, in addition to the right for the table. */
  right?: Right
  cell: (row: Row, writing: Writing) => string | number | Date | null
}
/** Columns chosen for a purpose, such as an insurer's list. */
export type ReadyLayout = { name: string; label: Text; columns: readonly string[] }

export type TableReading = Pick<Parts, 'db' | 'seal'> & { now: Date; lang: Lang }
/** The page to read. `after` is the cursor that the previous page gave. */
export type PageQuery<Filter> = { raceid: number; filter: Filter; after: string | undefined; limit: number }

/** A table of the console as a room offers it for files. */
export type TableSource<Row, Filter> = {
  name: string
  label: Text
  right: Right
  filter: z.ZodMiniType<Filter>
  /** Returns a right that staff need for this filter, in addition to the right for the table. */
  filterRight?: (filter: Filter) => Right | undefined
  /** Returns the columns. They depend on the race, because an event has questions of its own. */
  columns: (reading: TableReading, raceid: number) => Promise<readonly TableColumn<Row>[]>
  layouts?: readonly ReadyLayout[]
  read: (reading: TableReading, page: PageQuery<Filter>) => Promise<{ rows: readonly Row[]; after: string | null }>
  /** Draws each row on a page of its own, for a PDF. */
  pages?: (reading: TableReading, raceid: number, writing: Writing) => Promise<(row: Row) => PdfPage>
  /** Draws the rows as a list for a PDF. `rows` is the number of rows on a page. Pages count from 1. */
  list?: {
    rows: number
    open: (
      reading: TableReading,
      raceid: number,
      writing: Writing,
    ) => Promise<(rows: readonly Row[], page: number) => PdfPage>
  }
  /** Runs when a file is complete. */
  left?: (
    db: Db,
    file: { raceid: number; filter: Filter; staffid: number | null; rows: number; now: Date },
  ) => Promise<void>
  /** The log entry for a row that a file shows unmasked. `target` names the person whom the row is about. */
  opened?: { what: string; target: (row: Row) => string }
}
/** A table of some room. Only that room knows its rows and its filter. */
export type AnyTable = TableSource<never, never>

export const tableSource = <Row, Filter>(source: TableSource<Row, Filter>): AnyTable => source as unknown as AnyTable

/** The tables of all rooms. */
export const everyTable = needed<readonly AnyTable[]>('tables of the console')
