import { type ReactNode, memo, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { type RowRange, movedTo } from './windowMove.ts'

type Props<Row> = {
  rows: readonly Row[]
  /** The height of a row in CSS pixels; every row has it. */
  rowHeight: number
  rowKey: (row: Row) => string | number
  /** What stands in a row. While this stays the same function, a row that is drawn already is not drawn again. */
  children: (row: Row) => ReactNode
  /** The end of what there is comes near. */
  onEnd?: () => void
  className?: string
}

const beyond = 12
/** The window moves by so many rows at a time, for each move lays the list out anew. */
const step = 4
/** So far from the end the next rows are asked for. */
const ahead = 60

/** One row; it is drawn again when it is another row, not whenever the window moves. */
const Drawn = memo(({ row, draw }: { row: unknown; draw: (row: never) => ReactNode }) => draw(row as never))

/**
 * A long list of which only what can be seen is drawn; the page itself scrolls. A person who listens hears how many rows
 * there are.
 */
export const Windowed = <Row,>({ rows, rowHeight, rowKey, children, onEnd, className = '' }: Props<Row>) => {
  const list = useRef<HTMLOListElement>(null)
  const [[from, until], setRange] = useState<RowRange>([0, 24])
  const drawn = useRef<RowRange>([0, 24])
  const total = rows.length
  useLayoutEffect(() => {
    let frame = 0
    const look = () => {
      frame = 0
      const top = list.current?.getBoundingClientRect().top ?? 0
      const rowRange = (more: number): RowRange => {
        const first = Math.max(0, Math.min(total, Math.floor((Math.floor(-top / rowHeight) - more) / step) * step))
        return [
          first,
          Math.max(
            first,
            Math.min(total, Math.ceil((Math.ceil((innerHeight - top) / rowHeight) + more) / step) * step),
          ),
        ]
      }
      const wanted = rowRange(beyond)
      const next = movedTo(drawn.current, wanted, rowRange(0), step)
      if (next[0] !== drawn.current[0] || next[1] !== drawn.current[1]) setRange((drawn.current = next))
      if (next[0] !== wanted[0] || next[1] !== wanted[1]) later()
    }
    const later = () => {
      frame ||= requestAnimationFrame(look)
    }
    look()
    addEventListener('scroll', later, { passive: true })
    addEventListener('resize', later)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', later)
      removeEventListener('resize', later)
    }
  }, [total, rowHeight])
  const near = until >= total - ahead
  const end = useEffectEvent(() => onEnd?.())
  useEffect(() => {
    if (near && total > 0) end()
  }, [near, total])
  return (
    <ol
      ref={list}
      className={className}
      style={{ paddingTop: from * rowHeight, paddingBottom: Math.max(0, total - until) * rowHeight }}
    >
      {rows.slice(from, until).map((row, at) => (
        <li
          key={rowKey(row)}
          aria-setsize={total}
          aria-posinset={from + at + 1}
          style={{ height: rowHeight, contain: 'size layout style' }}
        >
          <Drawn row={row} draw={children} />
        </li>
      ))}
    </ol>
  )
}
