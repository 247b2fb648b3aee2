import { type ReactNode, memo, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { type RowRange, movedTo } from './windowMove.ts'

type Props<Row> = {
  rows: readonly Row[]
  /** The height of each row in CSS pixels at the usual size of text. */
  rowHeight: number
  rowKey: (row: Row) => string | number
  /** Draws a row. As long as the caller passes the same function, a drawn row is not drawn again. */
  children: (row: Row) => ReactNode
  /** Runs when the end of the loaded rows is near. */
  onEnd?: () => void
  className?: string
}

const beyond = 12
/** The window moves by this many rows at a time, because each move makes the browser lay out the list anew. */
const step = 4
/** The next rows are loaded when this many rows are left before the end. */
const ahead = 60

/** The size of text that a browser uses unless a person asks for larger text, in CSS pixels. */
const USUAL_TEXT = 16
/** Rows of much larger text need a second line. */
const [LARGE, SECOND_LINE] = [1.3, 1.5]
/** Returns the factor by which rows are higher for the text size that a person chose. */
const textScale = (): number => {
  if (typeof document === 'undefined') return 1
  const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL_TEXT || 1
  return scale > LARGE ? scale * SECOND_LINE : scale
}

/** One row. React draws it again when its content changes, and not whenever the window moves. */
const Drawn = memo(({ row, draw }: { row: unknown; draw: (row: never) => ReactNode }) => draw(row as never))

/**
 * A long list that draws only the rows in and near the window; the page itself scrolls. A screen reader tells how many
 * rows there are.
 */
export const Windowed = <Row,>({ rows, rowHeight: usual, rowKey, children, onEnd, className = '' }: Props<Row>) => {
  const [scale] = useState(textScale)
  const rowHeight = usual * scale
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
      const target = rowRange(beyond)
      const next = movedTo(drawn.current, target, rowRange(0), step)
      if (next[0] !== drawn.current[0] || next[1] !== drawn.current[1]) setRange((drawn.current = next))
      if (next[0] !== target[0] || next[1] !== target[1]) later()
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
