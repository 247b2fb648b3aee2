import { useEffect, useState } from 'react'

/** The time in ms after which a page loads the files of its next step, even if nobody has touched the page. */
const UNTOUCHED_MS = 6_000

/**
 * Tells whether a person has touched the page, or the page has stood for a while. The files of its next steps wait for
 * this, so that they do not compete with the first step.
 */
export const useTouched = (): boolean => {
  const [touched, setTouched] = useState(false)
  useEffect(() => {
    if (touched) return
    const touch = () => setTouched(true)
    const timer = setTimeout(touch, UNTOUCHED_MS)
    addEventListener('pointerdown', touch)
    addEventListener('keydown', touch)
    return () => {
      clearTimeout(timer)
      removeEventListener('pointerdown', touch)
      removeEventListener('keydown', touch)
    }
  }, [touched])
  return touched
}
