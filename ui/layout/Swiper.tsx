import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useWords } from '../language/lang.tsx'
import { words } from '../language/words.ts'

/**
 * The defaults of docs/behaviour/screens.md, Swiper. The slide changes every 3000 ms, or after a drag of more than 50
 * px, and moves for 300 ms.
 */
export const swiperDefaults = { interval: 3000, duration: 300, threshold: 50 }

/** The time in ms from a change of the slide until the picture of the next slide loads. */
const NEXT_MS = swiperDefaults.interval - 750

/**
 * Slides that move by themselves unless the person prefers no motion, the pointer or focus is inside, or somebody
 * paused them. Pictures that a person looks through one by one are `still`: they never move by themselves.
 */
export const Swiper = ({
  label,
  slides,
  interval = swiperDefaults.interval,
  duration = swiperDefaults.duration,
  threshold = swiperDefaults.threshold,
  still = false,
  first = 0,
}: {
  label: string
  slides: readonly ReactNode[]
  interval?: number
  duration?: number
  threshold?: number
  still?: boolean
  /** The slide that is shown at first. */
  first?: number
}) => {
  const t = useWords()
  const [at, setAt] = useState(first)
  const [drag, setDrag] = useState(0)
  const [paused, setPaused] = useState(() => still || matchMedia('(prefers-reduced-motion: reduce)').matches)
  const [held, setHeld] = useState(false)
  const from = useRef<{ x: number; y: number } | undefined>(undefined)
  const total = slides.length
  // At first only the picture of the first slide loads. With `still`, all pictures load at the start, because people
  // soon look through them.
  const [drawn, setDrawn] = useState<ReadonlySet<number>>(() => new Set(still ? slides.keys() : [first]))
  useEffect(() => {
    const timer = setTimeout(() => setDrawn((before) => new Set([...before, at, (at + 1) % total])), NEXT_MS)
    return () => clearTimeout(timer)
  }, [at, total])
  const to = (next: number) => setAt((next + total) % total)
  useEffect(() => {
    if (paused || held || total < 2) return
    const timer = setInterval(() => setAt((now) => (now + 1) % total), interval)
    return () => clearInterval(timer)
  }, [paused, held, total, interval])
  const side =
    'absolute top-1/2 hidden size-11 -translate-y-1/2 items-center ' +
    'justify-center rounded-full bg-black/45 text-white md:flex'
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the slides stop under a finger
    <section
      aria-roledescription="carousel"
      aria-label={label}
      className="relative touch-pan-y overflow-hidden rounded"
      onKeyDown={(event) => {
        if (total < 2 || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
        event.preventDefault()
        to(at + (event.key === 'ArrowRight' ? 1 : -1))
      }}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onTouchStart={(event) => {
        const touch = event.touches[0]!
        from.current = { x: touch.clientX, y: touch.clientY }
        setHeld(true)
      }}
      onTouchMove={(event) => {
        if (from.current) setDrag(event.touches[0]!.clientX - from.current.x)
      }}
      onTouchEnd={() => {
        if (Math.abs(drag) > threshold) to(at + (drag < 0 ? 1 : -1))
        from.current = undefined
        setDrag(0)
        setHeld(false)
      }}
    >
      <div
        className="flex"
        style={{
          transform: `translateX(calc(${-at * 100}% + ${drag}px))`,
          transition: drag ? 'none' : `transform ${duration}ms ease-out`,
        }}
      >
        {slides.map((slide, n) => (
          <div
            key={n}
            role="group"
            aria-roledescription="slide"
            aria-label={t(words.slide, { n: n + 1, total })}
            inert={n !== at}
            className="w-full shrink-0"
          >
            {drag !== 0 || n === at || drawn.has(n) ? slide : null}
          </div>
        ))}
      </div>
      {total > 1 ? (
        <>
          <button type="button" className={`${side} left-2`} aria-label={t(words.previous)} onClick={() => to(at - 1)}>
            <ChevronLeft className="size-6" aria-hidden />
          </button>
          <button type="button" className={`${side} right-2`} aria-label={t(words.next)} onClick={() => to(at + 1)}>
            <ChevronRight className="size-6" aria-hidden />
          </button>
          <div
            className={
              'absolute inset-x-0 bottom-0 flex items-center justify-between ' +
              (still ? 'p-3' : 'bg-linear-to-t from-black/60 to-transparent pl-4')
            }
          >
            {still ? (
              <span
                aria-hidden
                className="figures ml-auto rounded-full bg-black/60 px-2.5 py-0.5 text-14 text-white"
              >{`${at + 1} / ${total}`}</span>
            ) : (
              <>
                <span aria-hidden className="flex gap-1.5">
                  {slides.map((_, n) => (
                    <span
                      key={n}
                      className={`h-1 rounded-full bg-white transition-all ${n === at ? 'w-5' : 'w-2 opacity-60'}`}
                    />
                  ))}
                </span>
                <button
                  type="button"
                  className="flex size-11 items-center justify-center text-white"
                  aria-label={t(paused ? words.play : words.pause)}
                  onClick={() => setPaused(!paused)}
                >
                  {paused ? <Play className="size-5" aria-hidden /> : <Pause className="size-5" aria-hidden />}
                </button>
              </>
            )}
          </div>
        </>
      ) : null}
    </section>
  )
}
