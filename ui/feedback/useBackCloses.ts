import { useEffect, useRef } from 'react'

type Step = { over?: number } | null
const depth = (): number => (history.state as Step)?.over ?? 0

/**
 * What covers the whole page is closed by the way back of phone and browser, as people expect of it: it takes a step of
 * its own in the tab's history, and gives it back however it is closed.
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
