import { useEffect, useState } from 'react'

/** The time after which a page asks for things beside its own, in ms. */
const SETTLED_MS = 3_000

/** Tells whether the page has stood for a while. Calls beside the page's own wait for it. */
export const useSettled = (): boolean => {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [])
  return settled
}
