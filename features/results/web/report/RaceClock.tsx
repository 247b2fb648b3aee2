import { useEffect, useState } from 'react'
import { shortDuration } from '#ui/language/clock.ts'

const lasts = 900
const still = () => typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches

/** A race time that counts up once from zero. Screen readers read only the final time. */
export const RaceClock = ({ seconds }: { seconds: number }) => {
  const [resting] = useState(still)
  const [counted, setCounted] = useState(0)
  const shown = resting ? seconds : counted
  useEffect(() => {
    if (resting) return undefined
    let frame = 0
    const from = performance.now()
    const tick = (at: number) => {
      const part = Math.min(1, (at - from) / lasts)
      setCounted(Math.round(seconds * (1 - (1 - part) ** 3)))
      if (part < 1) frame = requestAnimationFrame(tick)
    }
    frame = requestAnimationFrame(tick)
    return () => cancelAnimationFrame(frame)
  }, [seconds, resting])
  const text = shortDuration(seconds)
  return (
    <span className="relative inline-block">
      <span className="sr-only">{text}</span>
      {/* This hidden text has the final width, so that nothing on the page moves while the clock counts. */}
      <span aria-hidden className="invisible">
        {text}
      </span>
      <span aria-hidden className="absolute inset-0 text-right">
        {shortDuration(Math.max(1, shown))}
      </span>
    </span>
  )
}
