import { type MouseEvent, type TouchEvent, useRef, useState } from 'react'

type Point = { x: number; y: number }
export type Zoom = { scale: number; x: number; y: number }
const whole: Zoom = { scale: 1, x: 0, y: 0 }
const MOST = 4
/** The length of a drag that shows the next photo (docs/behaviour/photos.md, Pages: 50 px). */
const SWIPE = 50
/** The distance below which a moved finger counts as a tap, in pixels. */
const STILL = 8
const TWICE_MS = 300
/** The time in which the browser's own double click repeats a double tap, in milliseconds. */
const ECHO_MS = 700

const pointsOf = (event: TouchEvent): Point[] =>
  Array.from(event.touches).map(({ clientX, clientY }) => ({ x: clientX, y: clientY }))
const apart = ([a, b]: Point[]) => Math.hypot(a!.x - b!.x, a!.y - b!.y)
/** Limits how far an enlarged photo can be moved, so that the photo never leaves the screen. */
const within = (zoom: Zoom, { clientWidth, clientHeight }: Element): Zoom => {
  const [wide, high] = [((zoom.scale - 1) * clientWidth) / 2, ((zoom.scale - 1) * clientHeight) / 2]
  return { scale: zoom.scale, x: Math.min(wide, Math.max(-wide, zoom.x)), y: Math.min(high, Math.max(-high, zoom.y)) }
}
/** Tells whether a touch began on a button. Such a touch is a press and no swipe. */
const onButton = (event: { target: EventTarget }) =>
  event.target instanceof Element && event.target.closest('button, a') !== null

type Start = { points: Point[]; zoom: Zoom; moved: boolean }
/**
 * Handles touches on a photo: a zoom by two fingers or a double tap, a move, and a swipe. `swipe` shows another photo
 * and returns whether there was one. The other photo begins in its normal size.
 */
export const usePinch = (swipe: (by: -1 | 1) => boolean) => {
  const [zoom, setZoom] = useState(whole)
  const [drag, setDrag] = useState(0)
  const from = useRef<Start | undefined>(undefined)
  const tapped = useRef(0)
  const touched = useRef(Number.NEGATIVE_INFINITY)
  const toggle = () => setZoom(zoom.scale > 1 ? whole : { ...whole, scale: 2 })
  const step = (by: -1 | 1) => {
    if (swipe(by)) setZoom(whole)
  }
  const begin = (event: TouchEvent, moved = false) =>
    void (from.current = onButton(event) ? undefined : { points: pointsOf(event), zoom, moved })
  return {
    zoom,
    drag,
    step,
    touch: {
      onDoubleClick: (event: MouseEvent) => {
        if (!onButton(event) && event.timeStamp - touched.current > ECHO_MS) toggle()
      },
      onTouchStart: (event: TouchEvent) => begin(event),
      onTouchMove: (event: TouchEvent) => {
        const start = from.current
        const points = pointsOf(event)
        if (!start) return
        if (points.length === 2 && start.points.length === 2) {
          start.moved = true
          setZoom(
            within(
              {
                ...start.zoom,
                scale: Math.min(MOST, Math.max(1, (start.zoom.scale * apart(points)) / apart(start.points))),
              },
              event.currentTarget,
            ),
          )
        } else if (points.length === 1 && start.points.length === 1) {
          const [dx, dy] = [points[0]!.x - start.points[0]!.x, points[0]!.y - start.points[0]!.y]
          if (Math.hypot(dx, dy) > STILL) start.moved = true
          if (zoom.scale > 1)
            setZoom(within({ scale: zoom.scale, x: start.zoom.x + dx, y: start.zoom.y + dy }, event.currentTarget))
          else setDrag(dx)
        }
      },
      onTouchEnd: (event: TouchEvent) => {
        touched.current = event.timeStamp
        // One of two fingers is still down, and can move the photo.
        if (event.touches.length > 0) return begin(event, true)
        const start = from.current
        from.current = undefined
        setDrag(0)
        if (!start) return
        if (zoom.scale <= 1.05) setZoom(whole)
        if (Math.abs(drag) > SWIPE) step(drag < 0 ? 1 : -1)
        else if (!start.moved) {
          const again = event.timeStamp - tapped.current < TWICE_MS
          if (again) toggle()
          tapped.current = again ? 0 : event.timeStamp
        }
      },
      onTouchCancel: () => {
        from.current = undefined
        setDrag(0)
      },
    },
  }
}
