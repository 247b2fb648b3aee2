import type { ReactNode } from 'react'

export type Column<Row> = {
  key: string
  title: ReactNode
  cell: (row: Row, at: number) => ReactNode
  /** True if the figures of the column stand at the right. */ figures?: boolean
  className?: string
  /** The sort orders that the column's head offers: `up` for rising values, `down` for falling values, or both. */
  sorts?: { up?: string | undefined; down?: string | undefined } | undefined
}

/** The order of the rows, and the function that a press on a head calls with the new order. */
export type Sorting = { sort: string; onSort: (sort: string) => void }
/** Widths in pixels by column, as the user dragged them. A column without an entry is as wide as its content. */
export type Widths = {
  widths: Readonly<Record<string, number>>
  onWidth: (key: string, px: number | undefined) => void
}
