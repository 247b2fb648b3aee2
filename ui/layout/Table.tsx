import type { ReactNode } from 'react'

export type Column<Row> = {
  key: string
  title: ReactNode
  cell: (row: Row, at: number) => ReactNode
  /** Right-aligned tabular figures. */ figures?: boolean
  className?: string
}

/** A small table: sticky head, hairlines, figures to the right; scrolls sideways inside itself, by keyboard too. */
export const Table = <Row,>({
  caption,
  columns,
  rows,
  rowKey,
}: {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row, at: number) => string | number
}) => (
  <div role="region" aria-label={caption} tabIndex={0} className="overflow-x-auto">
    <table className="w-full border-collapse text-16">
      <caption className="sr-only">{caption}</caption>
      <thead className="sticky top-0 z-10 bg-surface">
        <tr className="border-b border-line">
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              className={
                'whitespace-nowrap px-3 py-2.5 text-14 font-medium text-soft first:pl-0 last:pr-0 ' +
                `${column.figures ? 'text-right' : 'text-left'} ${column.className ?? ''}`
              }
            >
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={rowKey(row, at)} className="border-b border-line last:border-0 hover:bg-tint">
            {columns.map((column) => (
              <td
                key={column.key}
                className={
                  'px-3 py-3 first:pl-0 last:pr-0 ' +
                  `${column.figures ? 'figures whitespace-nowrap text-right' : ''} ${column.className ?? ''}`
                }
              >
                {column.cell(row, at)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
