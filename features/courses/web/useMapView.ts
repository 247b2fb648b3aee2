import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { useFollow } from '#ui/form/useFollow.ts'
import type { Course } from '../contract.ts'
import { type boxOf, clampView, panBy, type View, zoomAt } from './mapView.ts'

const whole: View = { x: 0, y: 0, zoom: 1 }

/** Manages the visible part of a map, which fingers, a mouse, the wheel and keys move and zoom. */
export const useMapView = (course: Pick<Course, 'points'>, box: ReturnType<typeof boxOf>) => {
  const [view, setView] = useState(whole)
  const frame = useRef<SVGSVGElement>(null)
  const fingers = useRef(new Map<number, { x: number; y: number }>())
  useFollow(course, () => setView(whole))

  /** Converts a point of the screen to the units of the drawing. */
  const toDrawing = (clientX: number, clientY: number) => {
    const rect = frame.current!.getBoundingClientRect()
    const scale = Math.max(box.width / rect.width, box.height / rect.height)
    return {
      x: (clientX - rect.left - rect.width / 2) * scale + box.width / 2,
      y: (clientY - rect.top - rect.height / 2) * scale + box.height / 2,
      scale,
    }
  }
  const zoom = (by: number, x = box.width / 2, y = box.height / 2) =>
    setView((now) => clampView(zoomAt(now, by, x, y), box))
  const move = (event: PointerEvent<SVGSVGElement>) => {
    const before = fingers.current.get(event.pointerId)
    if (!before) return
    const now = { x: event.clientX, y: event.clientY }
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1]
    fingers.current.set(event.pointerId, now)
    const { scale } = toDrawing(0, 0)
    if (!other)
      return setView((was) => clampView(panBy(was, (now.x - before.x) * scale, (now.y - before.y) * scale), box))
    const spread = (a: { x: number; y: number }) => Math.hypot(a.x - other.x, a.y - other.y)
    const middle = toDrawing((now.x + other.x) / 2, (now.y + other.y) / 2)
    zoom(spread(now) / Math.max(spread(before), 1), middle.x, middle.y)
  }
  const keys = (event: KeyboardEvent) => {
    const step = box.width / 8
    const ways: Record<string, () => void> = {
      ArrowLeft: () => setView((now) => clampView(panBy(now, step, 0), box)),
      ArrowRight: () => setView((now) => clampView(panBy(now, -step, 0), box)),
      ArrowUp: () => setView((now) => clampView(panBy(now, 0, step), box)),
      ArrowDown: () => setView((now) => clampView(panBy(now, 0, -step), box)),
      '+': () => zoom(1.5),
      '=': () => zoom(1.5),
      '-': () => zoom(1 / 1.5),
      Home: () => setView(whole),
      '0': () => setView(whole),
    }
    const way = ways[event.key]
    if (!way) return
    event.preventDefault()
    way()
  }
  const turnWheel = useEffectEvent((event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey && document.activeElement !== frame.current) return
    event.preventDefault()
    const { x, y } = toDrawing(event.clientX, event.clientY)
    zoom(Math.exp(-event.deltaY / 300), x, y)
  })
  useEffect(() => {
    const svg = frame.current
    if (!svg) return
    // React's own wheel listener is passive, so the page would scroll too. This listener is not passive and prevents
    // that.
    const wheel = (event: WheelEvent) => turnWheel(event)
    svg.addEventListener('wheel', wheel, { passive: false })
    return () => svg.removeEventListener('wheel', wheel)
  }, [])
  const letGo = (event: PointerEvent<SVGSVGElement>) => void fingers.current.delete(event.pointerId)
  return {
    view,
    frame,
    zoom,
    showAll: () => setView(whole),
    handlers: {
      onKeyDown: keys,
      onPointerDown: (event: PointerEvent<SVGSVGElement>) => {
        fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
        if (event.pointerType === 'mouse') event.currentTarget.setPointerCapture(event.pointerId)
      },
      onPointerMove: move,
      onPointerUp: letGo,
      onPointerCancel: letGo,
      onDoubleClick: (event: MouseEvent) => {
        const { x, y } = toDrawing(event.clientX, event.clientY)
        zoom(2, x, y)
      },
    },
  }
}
