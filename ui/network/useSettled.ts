import { useEffect, useState } from 'react'

/** The time after which a page makes calls that its own content does not need, in ms. */
const SETTLED_MS = 3_000

/**
 * Tells whether the page has been open for a while, by default for three seconds. Calls that the page's own content
 * does not need wait for this.
 */
export const useSettled = (afterMs = SETTLED_MS): boolean => {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), afterMs)
    return () => clearTimeout(timer)
  }, [afterMs])
  return settled
}
