import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type DraggedPart, type Landing, landingAt, spansIn } from './dragging.ts'

/** A pointer movement shorter than this, in pixels, is no drag. */
const TREMBLE = 4
/**
 * The heights of the bars at the upper and the lower edge of the window, in pixels. A drag to one of these edges
 * scrolls the page.
 */
const EDGE = { top: 110, bottom: 130 }
const STEP = 12

/** Handles drags of fields and sections by their grips, with the mouse and with a finger. Escape stops a drag. */
export const useDragging = (
  root: RefObject<HTMLElement | null>,
  onLand: (held: DraggedPart, landing: Landing) => void,
) => {
  const [now, setNow] = useState<{ held: DraggedPart; landing: Landing | undefined }>()
  const pressed = useRef<{ held: DraggedPart; from: number; y: number; moved: boolean } | undefined>(undefined)
  const look = () => {
    const { held, y } = pressed.current!
    setNow({ held, landing: root.current ? landingAt(spansIn(root.current), held, y) : undefined })
  }
  const stop = () => {
    pressed.current = undefined
    setNow(undefined)
  }
  const holding = now !== undefined
  useEffect(() => {
    if (!holding) return
    const escape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') stop()
    }
    const scrolling = setInterval(() => {
      const y = pressed.current?.y ?? EDGE.top
      const by = y < EDGE.top ? -STEP : y > innerHeight - EDGE.bottom ? STEP : 0
      if (by === 0 || !pressed.current) return
      scrollBy({ top: by, behavior: 'instant' })
      look()
    }, 16)
    addEventListener('keydown', escape)
    return () => {
      clearInterval(scrolling)
      removeEventListener('keydown', escape)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the other functions read only refs
  }, [holding])
  const gripOf = (held: DraggedPart) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.preventDefault()
      event.currentTarget.setPointerCapture(event.pointerId)
      pressed.current = { held, from: event.clientY, y: event.clientY, moved: false }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const hand = pressed.current
      if (!hand) return
      hand.y = event.clientY
      if (!hand.moved && Math.abs(hand.y - hand.from) < TREMBLE) return
      hand.moved = true
      look()
    },
    onPointerUp: () => {
      const hand = pressed.current
      const landing = hand?.moved && root.current ? landingAt(spansIn(root.current), hand.held, hand.y) : undefined
      stop()
      if (hand && landing) onLand(hand.held, landing)
    },
    onPointerCancel: stop,
  })
  /** Tells on which side of a part the landing line is. `names` lists all sections, or the fields of `section`. */
  const lineAt = (names: readonly string[], name: string, section?: string): 'above' | 'below' | undefined => {
    if (!now?.landing || now.landing.section !== section || now.held.name === name) return undefined
    const others = names.filter((one) => one !== now.held.name)
    const { at } = now.landing
    if (others[at] === name) return 'above'
    return at >= others.length && others.at(-1) === name ? 'below' : undefined
  }
  const isHeld = (kind: DraggedPart['kind'], name: string): boolean => now?.held.kind === kind && now.held.name === name
  return { gripOf, lineAt, isHeld, section: now?.landing?.section }
}
