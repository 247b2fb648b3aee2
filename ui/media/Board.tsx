import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import type { Handle, PlacedRect } from './boardGeometry.ts'
import { type BoardGestures, useBoardGestures } from './useBoardGestures.ts'

type Props = BoardGestures & {
  /** The text that names the chosen piece and tells how to move it. */
  label: string
  onOpen?: (key: string) => void
  onKeyDown?: (event: KeyboardEvent) => void
  children: ReactNode
}
const corner: Record<Handle, string> = {
  nw: '0% 0%',
  n: '50% 0%',
  ne: '100% 0%',
  e: '100% 50%',
  se: '100% 100%',
  s: '50% 100%',
  sw: '0% 100%',
  w: '0% 50%',
}

/**
 * A paper on which a person chooses, moves and resizes pieces. A mouse moves a piece at once. A finger first chooses
 * the piece, so that the page can still scroll over the paper. Pieces snap to the paper and to other pieces, except
 * while Alt is held. `onKeyDown` handles the arrow keys.
 */
export const Board = ({ label, onOpen, onKeyDown, children, ...gestures }: Props) => {
  const { width, height, pieces, chosen } = gestures
  const board = useRef<HTMLDivElement>(null)
  const { guides, begin, press, drag, end, tap } = useBoardGestures(board, gestures)
  const percent = (part: number, of: number) => `${(part / of) * 100}%`
  const place = ({ x, y, width: wide, height: high, rotate }: PlacedRect) => ({
    left: percent(x, width),
    top: percent(y, height),
    width: percent(wide, width),
    height: percent(high, height),
    ...(rotate ? { transform: `rotate(${rotate}deg)` } : {}),
  })
  const piece = pieces.find(({ key }) => key === chosen)
  const knob = 'absolute flex size-6 -translate-1/2 touch-none items-center justify-center pointer-coarse:size-10'
  const dot = <span className="size-3 rounded-full border-2 border-strong bg-white shadow-card pointer-coarse:size-4" />
  const dragging = { onPointerMove: drag, onPointerUp: end, onPointerCancel: end }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application handles its own events
    <div
      ref={board}
      role="application"
      aria-label={label}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={press}
      onClick={tap}
      onDoubleClick={() => chosen !== undefined && onOpen?.(chosen)}
      {...dragging}
      className="relative touch-manipulation select-none"
      style={{ aspectRatio: `${width} / ${height}` }}
    >
      {children}
      <div aria-hidden className="pointer-events-none absolute inset-0">
        {pieces.map(({ key, frame, stand }) => (
          <div
            key={key}
            className={`absolute ${key === chosen ? '' : 'outline-1 outline-dashed outline-black/25'}`}
            style={place(frame)}
          >
            {stand}
          </div>
        ))}
        {guides.map(({ axis, at, from, to }) => (
          <div
            key={`${axis}${at}`}
            className="absolute bg-danger-solid"
            style={
              axis === 'x'
                ? { left: percent(at, width), top: percent(from, height), height: percent(to - from, height), width: 1 }
                : { top: percent(at, height), left: percent(from, width), width: percent(to - from, width), height: 1 }
            }
          />
        ))}
      </div>
      {piece ? (
        <div
          aria-hidden
          data-chosen
          className="absolute cursor-move touch-none outline-2 outline-strong"
          style={place(piece.frame)}
        >
          {piece.ends
            ? null
            : piece.handles.map((handle) => (
                <span
                  key={handle}
                  onPointerDown={(event) => {
                    event.stopPropagation()
                    begin(event, piece, { handle })
                  }}
                  className={
                    knob +
                    ' ' +
                    (handle === 'e' || handle === 'w'
                      ? 'cursor-ew-resize'
                      : handle === 'n' || handle === 's'
                        ? 'cursor-ns-resize'
                        : handle === 'nw' || handle === 'se'
                          ? 'cursor-nwse-resize'
                          : 'cursor-nesw-resize')
                  }
                  style={{ left: corner[handle].split(' ')[0], top: corner[handle].split(' ')[1] }}
                >
                  {dot}
                </span>
              ))}
        </div>
      ) : null}
      {piece?.ends?.map(({ x, y }, at) => (
        <span
          key={at}
          aria-hidden
          onPointerDown={(event) => {
            event.stopPropagation()
            begin(event, piece, { end: at as 0 | 1 })
          }}
          className={`${knob} cursor-crosshair`}
          style={{ left: percent(x, width), top: percent(y, height) }}
        >
          {dot}
        </span>
      ))}
    </div>
  )
}
