import { useEffect, useState } from 'react'

/** The time after which a page loads what its next step needs, though nobody has touched it, in ms. */
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
