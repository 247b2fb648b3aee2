import { useEffect, useState } from 'react'

/** The time in ms after which a page loads the files of its next step, even if nobody has touched the page. */
const UNTOUCHED_MS = 6_000

/** The kinds of a person's input on a page. A screen reader sends only `click`. */
const touches = ['pointerdown', 'keydown', 'wheel', 'click'] as const

/**
 * Tells whether a person has touched the page, or the page has been open for a while. The files of its next steps wait
 * for this, so that they do not compete with the first step.
 */
export const useTouched = (): boolean => {
  const [touched, setTouched] = useState(false)
  useEffect(() => {
    if (touched) return
    const touch = () => setTouched(true)
    const timer = setTimeout(touch, UNTOUCHED_MS)
    const stop = new AbortController()
    for (const kind of touches) addEventListener(kind, touch, { signal: stop.signal })
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [touched])
  return touched
}
