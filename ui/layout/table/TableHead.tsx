import { ArrowDown, ArrowUp } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useWords } from '#ui/language/lang.tsx'
import { words } from '#ui/language/words.ts'
import type { Column, Sorting, Widths } from './tableColumn.ts'

/** The number of pixels by which a key press moves the edge of a column. */
const STEP = 16
const LEAST = 48
const MOST = 800

const withinBounds = (px: number): number => Math.min(MOST, Math.max(LEAST, Math.round(px)))

/** The edge of a column. The user drags the edge or moves it by the arrow keys. A double press restores the width. */
const Edge = ({ name, px, onWidth }: { name: string; px: number | undefined; onWidth: (px?: number) => void }) => {
  const t = useWords()
  const from = useRef<{ x: number; width: number }>(undefined)
  const widthNow = (edge: Element): number => edge.closest('th')!.getBoundingClientRect().width
  const begin = (event: PointerEvent) => {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    from.current = { x: event.clientX, width: widthNow(event.currentTarget) }
  }
  const move = (event: PointerEvent) => {
    if (from.current) onWidth(withinBounds(from.current.width + event.clientX - from.current.x))
  }
  const press = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key]
    if (by === undefined) return
    event.preventDefault()
    onWidth(withinBounds(widthNow(event.currentTarget) + by))
  }
  return (
    // A separator with focus is a control. The arrow keys change the width of the column.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it is such a control
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={t(words.column_width, { name })}
      aria-valuenow={px ?? 0}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys need the focus
      tabIndex={0}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={() => void (from.current = undefined)}
      onKeyDown={press}
      onDoubleClick={() => onWidth(undefined)}
      className="absolute inset-y-1 -right-1 w-2 cursor-col-resize touch-none border-r border-transparent hover:border-strong"
    />
  )
}

type Props<Row> = { column: Column<Row>; sorting: Sorting | undefined; drawn: Widths | undefined }

/** The head of a column. If the rows can be sorted by the column, the head is a button that shows the present order. */
export const HeadCell = <Row,>({ column, sorting, drawn }: Props<Row>) => {
  const { key, title, figures, className = '', sorts } = column
  const { up, down } = sorts ?? {}
  const first = up ?? down
  const way = sorting?.sort === up && up ? 'ascending' : sorting?.sort === down && down ? 'descending' : 'none'
  const sortable = sorting && first !== undefined
  const next = way === 'ascending' ? (down ?? up) : way === 'descending' ? (up ?? down) : first
  const px = drawn?.widths[key]
  return (
    <th
      {...{ role: 'columnheader' }}
      scope="col"
      aria-sort={sortable ? way : undefined}
      // The handle that changes the width (`Edge`) reaches beyond the cell, so the cell must not cut it off.
      style={{
        ...(drawn ? { overflow: 'visible' } : {}),
        ...(px === undefined ? {} : { width: px, minWidth: px, maxWidth: px }),
      }}
      className={
        'relative whitespace-nowrap px-3 py-2.5 text-14 font-medium text-soft first:pl-0 last:pr-0 ' +
        `${figures ? 'text-right' : 'text-left'} ${className}`
      }
    >
      {sortable ? (
        <button
          type="button"
          className="-mx-2 inline-flex min-h-9 max-w-full items-center gap-1 rounded px-2 hover:bg-sunk hover:text-ink"
          onClick={() => sorting.onSort(next!)}
        >
          <span className={px === undefined ? '' : 'truncate'}>{title}</span>
          {way === 'ascending' ? <ArrowUp className="size-4 shrink-0" aria-hidden /> : null}
          {way === 'descending' ? <ArrowDown className="size-4 shrink-0" aria-hidden /> : null}
        </button>
      ) : (
        title
      )}
      {drawn && typeof title === 'string' ? (
        <Edge name={title} px={px} onWidth={(given) => drawn.onWidth(key, given)} />
      ) : null}
    </th>
  )
}
