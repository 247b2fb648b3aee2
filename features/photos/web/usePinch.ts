import { type TouchEvent, useRef, useState } from 'react'

type Point = { x: number; y: number }
export type Zoom = { scale: number; x: number; y: number }
const whole: Zoom = { scale: 1, x: 0, y: 0 }
const MOST = 4
/** Specification 2 section 9: a drag of 50 px moves to the next. */
const SWIPE = 50

const pointsOf = (event: TouchEvent): Point[] => Array.from(event.touches).map(({ clientX, clientY }) => ({ x: clientX, y: clientY }))
const apart = ([a, b]: Point[]) => Math.hypot(a!.x - b!.x, a!.y - b!.y)

/** Two fingers enlarge, one moves what is enlarged or swipes to a neighbour, a double tap goes in and out. */
export const usePinch = (swipe: (by: -1 | 1) => void) => {
  const [zoom, setZoom] = useState(whole)
  const [drag, setDrag] = useState(0)
  const from = useRef<{ points: Point[]; zoom: Zoom } | undefined>(undefined)
  const tapped = useRef(0)
  const begin = (event: TouchEvent) => void (from.current = { points: pointsOf(event), zoom })
  return {
    zoom,
    drag,
    reset: () => setZoom(whole),
    toggle: () => setZoom(zoom.scale > 1 ? whole : { ...whole, scale: 2 }),
    touch: {
      onTouchStart: begin,
      onTouchMove: (event: TouchEvent) => {
        const start = from.current
        const points = pointsOf(event)
        if (!start) return
        if (points.length === 2 && start.points.length === 2) setZoom({ ...start.zoom, scale: Math.min(MOST, Math.max(1, (start.zoom.scale * apart(points)) / apart(start.points))) })
        else if (points.length === 1 && start.points.length === 1) {
          const [dx, dy] = [points[0]!.x - start.points[0]!.x, points[0]!.y - start.points[0]!.y]
          if (zoom.scale > 1) setZoom({ scale: zoom.scale, x: start.zoom.x + dx, y: start.zoom.y + dy })
          else setDrag(dx)
        }
      },
      onTouchEnd: (event: TouchEvent) => {
        if (event.touches.length > 0) return begin(event)
        if (zoom.scale <= 1.05) setZoom(whole)
        if (Math.abs(drag) > SWIPE) swipe(drag < 0 ? 1 : -1)
        else if (drag === 0 && from.current?.points.length === 1) {
          const now = event.timeStamp
          if (now - tapped.current < 300) setZoom(zoom.scale > 1 ? whole : { ...whole, scale: 2 })
          tapped.current = now
        }
        setDrag(0)
        from.current = undefined
      },
    },
  }
}
