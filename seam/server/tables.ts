import type * as z from 'zod/mini'
import type { Right } from '#contract/rights.ts'
import type { Lang, Text } from '#contract/words.ts'
import { needed } from '#db/needed.ts'
import type { Seal } from '#db/sealing/seal.ts'
import type { CellKind } from '#integrations/archives/workbook.ts'
import type { Parts } from './handle.ts'

/** How a cell is written. `seal`, with the race's key prepared, where sealed columns leave open; else null. */
export type Writing = { lang: Lang; zone: string; now: Date; seal: Seal | null }

/** A column of a table of the console. A `moment` is given as a Date, and written in the zone of the race. */
export type TableColumn<Row> = {
  name: string
  label: Text
  kind: CellKind
  /** Its content is sealed: it leaves masked or empty, or open to those with the right and a reason. */
  sealed?: boolean
  /** Beside the right of the table. */
  right?: Right
  cell: (row: Row, writing: Writing) => string | number | Date | null
}
/** Columns chosen for a purpose, such as an insurer's list. */
export type ReadyLayout = { name: string; label: Text; columns: readonly string[] }

export type Reading = Pick<Parts, 'db' | 'seal'> & { now: Date; lang: Lang }
/** A page to read: `after` is the cursor that the page before answered. */
export type PageWanted<Filter> = { raceid: number; filter: Filter; after: string | undefined; limit: number }

/** A table of the console as a room gives it for files: who may have it, its columns, and its rows page by page. */
export type TableSource<Row, Filter> = {
  name: string
  label: Text
  right: Right
  filter: z.ZodMiniType<Filter>
  /** A filter may want a right beside that of the table. */
  filterRight?: (filter: Filter) => Right | undefined
  /** They may depend on the race: an event's own questions. */
  columns: (reading: Reading, raceid: number) => Promise<readonly TableColumn<Row>[]>
  layouts?: readonly ReadyLayout[]
  read: (reading: Reading, wanted: PageWanted<Filter>) => Promise<{ rows: readonly Row[]; after: string | null }>
  /** How the log names a row that leaves open, where each is told to whom it is about. */
  opened?: { what: string; target: (row: Row) => string }
}
/** A table of some room: its rows and its filter are known to that room alone. */
export type AnyTable = TableSource<never, never>

export const tableSource = <Row, Filter>(source: TableSource<Row, Filter>): AnyTable => source as unknown as AnyTable

/** The tables of all rooms. */
export const everyTable = needed<readonly AnyTable[]>('tables of the console')
