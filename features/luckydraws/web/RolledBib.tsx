import { useEffect, useEffectEvent, useState } from 'react'

/** The time for which the digits roll, and the time of one step, in milliseconds. */
const ROLL_MS = 2_400
const STEP_MS = 70
const digits = '0123456789'
/** Tells whether a person asks for less movement. */
export const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Returns a bib whose rolling digits are random. The digits stop from left to right, and letters never roll. */
const rolled = (bib: string, part: number): string =>
  [...bib]
    .map((char, n) => (/\d/.test(char) && n >= bib.length * part ? digits[Math.floor(Math.random() * 10)] : char))
    .join('')

/**
 * The bib of a winner on stage. Its digits roll and stop one after another. A person who asked for less motion sees the
 * bib at once, and a screen reader reads only the bib.
 */
export const RolledBib = ({ bib, onStop }: { bib: string; onStop: () => void }) => {
  const [shown, setShown] = useState(bib)
  const stop = useEffectEvent(onStop)
  useEffect(() => {
    if (isStill()) return stop()
    const start = performance.now()
    const timer = setInterval(() => {
      const part = (performance.now() - start) / ROLL_MS
      setShown(part >= 1 ? bib : rolled(bib, Math.max(0, part * 1.4 - 0.4)))
      if (part < 1) return
      clearInterval(timer)
      stop()
    }, STEP_MS)
    return () => clearInterval(timer)
  }, [bib])
  return (
    <>
      <span className="sr-only">{bib}</span>
      <span className="figures" aria-hidden>
        {shown}
      </span>
    </>
  )
}
