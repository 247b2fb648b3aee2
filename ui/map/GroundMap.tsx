/**
 * A map for any room: lines, pieces of the page at places, and many moving dots, on the ground that the platform's
 * settings name. To use it:
 *
 *     <GroundMap
 *       label={t(words.map)}                       // the name that a screen reader says
 *       ground={answer.ground}                     // of the contract's answer: `groundOf(db, now)` (features/maps)
 *       around={[[30.2, 120.1], [30.3, 120.2]]}    // latitude, longitude: all of these are visible at first
 *       lines={[{ points, colour: '#d23', width: 5, course: true }]}
 *       pins={[{ key: '1', place: [30.25, 120.15], content: <Hotel /> }]}
 *       className="h-[22rem] md:h-[30rem]"
 *     >
 *       <Drawing />                                // shown until the map is there, and if there is no WebGL
 *     </GroundMap>
 *
 * All places are GPS degrees (WGS-84). The map itself shifts them for tiles of China. Keep `lines`, `pins` and `around`
 * stable (`useMemo`), because each new value is drawn anew. The middle of a pin's content is at its place. The content
 * takes taps if it has the class `pointer-events-auto`. A list beside the map must say everything that the map
 * shows.
 */
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useWords } from '#ui/language/lang.tsx'
import type { DotField } from './dotField.ts'
import type { EngineLook, MapEngine } from './engine.ts'
import type { MapGround, MapLine, MapPlace } from './ground.ts'
import { MapButtons } from './MapButtons.tsx'
import { mapWords as words } from './map.words.ts'

/**
 * A piece of the page at a place of the map, or beside a dot of the field. The map draws later pins over earlier pins.
 * If `gathered` pins would cover each other, the map shows the last of these pins and the number of these pins.
 */
export type MapPin = { key: string; place: MapPlace | { dot: string }; content: ReactNode; gathered?: boolean }
type Props = {
  label: string
  /** Undefined while the settings are read: the drawing stays. */
  ground: MapGround | undefined
  around: readonly MapPlace[]
  lines: readonly MapLine[]
  /** Lines that change often and lie below the other lines, such as the stretch on which a runner may be. */
  bands?: readonly MapLine[]
  pins: readonly MapPin[]
  dots?: DotField
  /** Lines that replace the dots until the map is zoomed in by `steps` steps. */
  densityBand?: { lines: readonly MapLine[]; steps: number } | undefined
  onDot?: (key: string) => void
  /** Hides the dots for a while. */
  dotsHidden?: boolean
  /** Called with the visible dots, or with none if too many dots are visible to show their names. */
  onNear?: (keys: readonly string[]) => void
  /** Called when the map has replaced the drawing, or the drawing has replaced the map. */
  onShown?: (isShown: boolean) => void
  /** A place that moves into the middle when it changes. */
  centre?: MapPlace | undefined
  className: string
  /** The drawing in place of the map. */
  children: ReactNode
}

const none: readonly MapLine[] = []
/**
 * The share of the window's size by which a map with moving dots is larger than its window at each edge. A person can
 * therefore move the finished picture of the map for a while.
 */
const MARGIN = 0.2
/** Tells whether this browser supports WebGL 2. */
const drawsMaps = (): boolean => {
  try {
    const context = document.createElement('canvas').getContext('webgl2')
    context?.getExtension('WEBGL_lose_context')?.loseContext()
    return context !== null
  } catch {
    return false
  }
}
/**
 * Calls `begin` when the browser has nothing else to do, but within three seconds. A browser that cannot tell this
 * calls `begin` after 300 ms. Returns a function that cancels the call.
 */
const whenQuiet = (begin: () => void): (() => void) => {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(begin, 300)
    return () => clearTimeout(timer)
  }
  const asked = requestIdleCallback(begin, { timeout: 3000 })
  return () => cancelIdleCallback(asked)
}

/**
 * Calls `begin` as soon as an element has a size. Returns the function that cancels this call. A map in a hidden part
 * of the page has no size yet.
 */
const whenSized = (element: HTMLElement, begin: () => void): (() => void) => {
  if (element.clientWidth > 0) {
    begin()
    return () => undefined
  }
  const observer = new ResizeObserver(() => {
    if (element.clientWidth === 0) return
    observer.disconnect()
    begin()
  })
  observer.observe(element)
  return () => observer.disconnect()
}

const useEngine = (props: Props) => {
  const { ground, dots } = props
  const t = useWords()
  const [engine, setEngine] = useState<MapEngine>()
  const [shown, setShown] = useState(false)
  const host = useRef<HTMLDivElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const { lines, bands = none, densityBand, dotsHidden: hidden = false } = props
  const look: EngineLook = { lines, bands, densityBand, hidden }
  const onDot = useEffectEvent((key: string) => props.onDot?.(key))
  const onNear = useEffectEvent((keys: readonly string[]) => props.onNear?.(keys))
  const show = useEffectEvent((isShown: boolean) => {
    setShown(isShown)
    props.onShown?.(isShown)
  })
  const open = useEffectEvent(async (isGone: () => boolean) => {
    const { openMap } = await import('./engine.ts')
    if (isGone() || !host.current || !sheet.current || !ground) return undefined
    return openMap({
      host: host.current,
      sheet: sheet.current,
      ground,
      margin: dots ? MARGIN : 0,
      around: props.around,
      look,
      dots,
      label: props.label,
      help: { windows: t(words.help_windows), mac: t(words.help_mac), mobile: t(words.help_mobile) },
      onShown: () => !isGone() && show(true),
      onDot: (key) => onDot(key),
      onNear: (keys) => onNear(keys),
    })
  })
  const named = JSON.stringify(ground)
  useEffect(() => {
    if (named === undefined || !drawsMaps()) return undefined
    let [gone, made]: [boolean, MapEngine | undefined] = [false, undefined]
    const begin = () => {
      // If a part of the map does not load, the drawing stays.
      open(() => gone).then(
        (opened) => {
          if (gone) opened?.close()
          else setEngine((made = opened))
        },
        () => undefined,
      )
    }
    let callOffSize = () => {}
    const callOff = whenQuiet(() => {
      if (host.current) callOffSize = whenSized(host.current, begin)
    })
    return () => {
      gone = true
      callOff()
      callOffSize()
      made?.close()
      setEngine(undefined)
      show(false)
    }
  }, [named, dots])
  useEffect(() => engine?.setLook({ lines, bands, densityBand, hidden }), [engine, lines, bands, densityBand, hidden])
  return { engine, shown, host, sheet }
}

export const GroundMap = (props: Props) => {
  const { pins, ground, centre, className, children } = props
  const { engine, shown, host, sheet } = useEngine(props)
  const inset = props.dots ? '-inset-[20%]' : 'inset-0'
  const elements = useRef(new Map<string, HTMLElement>())
  useLayoutEffect(() => {
    engine?.setPins(
      pins.flatMap(({ key, place, gathered = false }) => {
        const element = elements.current.get(key)
        return element ? [{ element, place, gathered }] : []
      }),
    )
  }, [engine, pins])
  const [lat, lon] = centre ?? []
  useEffect(() => {
    if (lat !== undefined && lon !== undefined) engine?.goTo([lat, lon])
  }, [engine, lat, lon])
  return (
    <div className={`relative ${shown ? `overflow-hidden bg-sunk ${className}` : ''}`}>
      {shown ? null : children}
      {/* The map draws itself behind the drawing. When the map is complete, it takes the place of the drawing. */}
      <div
        className={`map-window absolute inset-x-0 top-0 overflow-hidden ${className} ${shown ? '' : 'invisible'}`}
        aria-hidden={!shown}
      >
        <div ref={host} className={`absolute ${inset}`} data-map={shown ? 'shown' : 'waiting'} />
        <div className={`pointer-events-none absolute overflow-hidden ${inset}`}>
          <div ref={sheet} className="absolute left-0 top-0 size-0 will-change-transform">
            {engine
              ? pins.map(({ key, content }) => (
                  <div
                    key={key}
                    ref={(element) => {
                      if (element) elements.current.set(key, element)
                      else elements.current.delete(key)
                    }}
                    className="absolute left-0 top-0 flex size-0 items-center justify-center"
                    style={{ visibility: 'hidden' }}
                  >
                    {content}
                  </div>
                ))
              : null}
          </div>
        </div>
      </div>
      {shown && engine ? (
        <>
          <MapButtons zoom={(steps) => engine.zoom(steps)} showAll={() => engine.showAll()} />
          {ground && ground.kind !== 'plain' && ground.credit ? (
            <p className="absolute bottom-0 left-0 bg-surface/80 px-2 py-0.5 text-12">
              {ground.credit_url ? (
                <a href={ground.credit_url} rel="noreferrer" target="_blank" className="underline">
                  {ground.credit}
                </a>
              ) : (
                ground.credit
              )}
            </p>
          ) : null}
        </>
      ) : null}
    </div>
  )
}
