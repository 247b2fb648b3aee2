import type { ReactNode } from 'react'

/** A column of a table (Table.tsx). */
export type Column<Row> = {
  key: string
  title: ReactNode
  cell: (row: Row, at: number) => ReactNode
  /** Right-aligned tabular figures. */ figures?: boolean
  className?: string
  /** The orders that its head leads to: rising, falling, or one of them. */
  sorts?: { up?: string | undefined; down?: string | undefined } | undefined
}

/** The order of the rows, and what a press on a head asks for. */
export type Sorting = { sort: string; onSort: (sort: string) => void }
/** Widths in pixels by column, as they were drawn; without an entry a column is as wide as it needs. */
export type Widths = {
  widths: Readonly<Record<string, number>>
  onWidth: (key: string, px: number | undefined) => void
}
