import { useEffect, useRef } from 'react'

type Step = { over?: number } | null
const depth = (): number => (history.state as Step)?.over ?? 0

/**
 * Lets the back button of phone and browser close a layer that covers the whole page. The layer adds a step to the
 * tab's history, and removes the step in whatever way the layer closes.
 */
export const useBackCloses = (close: () => void): void => {
  const latest = useRef(close)
  useEffect(() => void (latest.current = close))
  useEffect(() => {
    const mine = depth() + 1
    history.pushState({ ...(history.state as object | null), over: mine }, '')
    const back = () => {
      if (depth() < mine) latest.current()
    }
    addEventListener('popstate', back)
    return () => {
      removeEventListener('popstate', back)
      if (depth() === mine) history.back()
    }
  }, [])
}
