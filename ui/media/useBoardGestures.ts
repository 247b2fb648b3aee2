import { type MouseEvent, type PointerEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import {
  type Guide,
  type Handle,
  type PlacedRect,
  type Rect,
  boundsOf,
  holdsPoint,
  resized,
  snapped,
  snappedEdge,
} from './boardGeometry.ts'

/**
 * A piece on a board: its frame, the handles that a person can drag, and whether its proportion stays. A line has two
 * `ends` instead of handles.
 */
export type Piece = {
  key: string
  frame: PlacedRect
  handles: readonly Handle[]
  keep?: boolean
  ends?: readonly [{ x: number; y: number }, { x: number; y: number }]
  /** Content that the board shows at the piece's place if nothing is painted there. */ stand?: ReactNode
}
export type BoardGestures = {
  /** In the paper's pixels. */
  width: number
  height: number
  /** The pieces, from the back to the front. */
  pieces: readonly Piece[]
  chosen: string | undefined
  onChoose: (key: string | undefined) => void
  /** Runs when a gesture begins. The distances of `onMove` count from the piece's place at that time. */
  onBegin: (key: string) => void
  onMove: (key: string, dx: number, dy: number) => void
  onFrame?: (key: string, frame: Rect) => void
  onEndOf?: (key: string, end: 0 | 1, x: number, y: number) => void
  onRest: () => void
}
type Gesture = {
  key: string
  x: number
  y: number
  frame: PlacedRect
  moved: boolean
  handle?: Handle | undefined
  end?: 0 | 1 | undefined
  /** True if the piece was selected before. A press without a move then selects the piece beneath. */ again: boolean
}

/** A pointer movement shorter than this, in pixels, is no drag. */
const TREMBLE = 4
/** The distance at which a piece snaps to a line, in pixels of the screen. */
const REACH = 6

/** Handles presses, drags, resizes and taps of pieces. Guides show the lines that the pieces snap to. */
export const useBoardGestures = (boardRef: RefObject<HTMLDivElement | null>, props: BoardGestures) => {
  const { width, height, pieces, chosen, onChoose, onBegin, onMove, onFrame, onEndOf, onRest } = props
  const gesture = useRef<Gesture | undefined>(undefined)
  const [guides, setGuides] = useState<readonly Guide[]>([])
  const perPixel = () => width / (boardRef.current?.clientWidth || width)
  const pointOf = (event: PointerEvent | MouseEvent) => {
    const { left, top } = boardRef.current!.getBoundingClientRect()
    return { x: (event.clientX - left) * perPixel(), y: (event.clientY - top) * perPixel() }
  }
  const under = (event: PointerEvent | MouseEvent): Piece[] => {
    const point = pointOf(event)
    return pieces.filter(({ frame }) => holdsPoint(frame, point, 6 * perPixel())).toReversed()
  }
  const others = (key: string): Rect[] => [
    { x: 0, y: 0, width, height },
    ...pieces.filter((piece) => piece.key !== key).map(({ frame }) => boundsOf(frame)),
  ]
  const begin = (event: PointerEvent, piece: Piece, more: Partial<Gesture> = {}) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    gesture.current = {
      key: piece.key,
      x: event.clientX,
      y: event.clientY,
      frame: piece.frame,
      moved: false,
      again: piece.key === chosen,
      ...more,
    }
    onBegin(piece.key)
  }
  const press = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    const found = under(event)
    const piece = found.find(({ key }) => key === chosen) ?? found[0]
    if (!piece) return event.pointerType === 'mouse' ? onChoose(undefined) : undefined
    // A finger on a piece that is not chosen may begin to scroll, so it chooses the piece when it is lifted.
    if (event.pointerType !== 'mouse' && piece.key !== chosen) return
    const again = piece.key === chosen
    if (!again) onChoose(piece.key)
    begin(event, piece, { again })
  }
  const drag = (event: PointerEvent) => {
    const now = gesture.current
    if (!now) return
    const by = perPixel()
    if (!now.moved && Math.hypot(event.clientX - now.x, event.clientY - now.y) < TREMBLE) return
    now.moved = true
    let [dx, dy] = [(event.clientX - now.x) * by, (event.clientY - now.y) * by]
    const reach = event.altKey ? -1 : REACH * by
    const { frame, key, handle } = now
    if (now.end !== undefined) {
      const [x, y] = [pointOf(event).x, pointOf(event).y]
      const snap = snapped({ x, y, width: 0, height: 0 }, others(key), reach)
      setGuides(snap.guides)
      return onEndOf?.(key, now.end, x + snap.dx, y + snap.dy)
    }
    if (handle) {
      const keep = (pieces.find((piece) => piece.key === key)?.keep ?? false) || event.shiftKey
      const rect = resized(frame, handle, dx, dy, { keep, least: 4 })
      const snap =
        frame.rotate % 360 === 0 && !keep ? snappedEdge(rect, handle, others(key), reach) : { dx: 0, dy: 0, guides: [] }
      setGuides(snap.guides)
      return onFrame?.(key, resized(frame, handle, dx + snap.dx, dy + snap.dy, { keep, least: 4 }))
    }
    // With Shift the piece moves along one axis only.
    if (event.shiftKey) [dx, dy] = Math.abs(dx) > Math.abs(dy) ? [dx, 0] : [0, dy]
    const bounds = boundsOf(frame)
    const snap = snapped({ ...bounds, x: bounds.x + dx, y: bounds.y + dy }, others(key), reach)
    setGuides(snap.guides)
    return onMove(key, dx + (event.shiftKey && dx === 0 ? 0 : snap.dx), dy + (event.shiftKey && dy === 0 ? 0 : snap.dy))
  }
  const end = (event: PointerEvent) => {
    const done = gesture.current
    gesture.current = undefined
    setGuides([])
    if (!done) return
    onRest()
    if (done.moved || !done.again || done.handle || done.end !== undefined || event.type === 'pointercancel') return
    const found = under(event)
    const at = found.findIndex(({ key }) => key === done.key)
    if (found.length > 1) onChoose(found[(at + 1) % found.length]!.key)
  }
  const tap = (event: MouseEvent) => {
    const found = under(event)
    if (
      (event.nativeEvent as globalThis.PointerEvent).pointerType === 'mouse' ||
      found.some(({ key }) => key === chosen)
    )
      return
    onChoose(found[0]?.key)
  }
  return { guides, begin, press, drag, end, tap }
}
