import { useEffect, useState } from 'react'
import { onDemand } from '../router/onDemand.tsx'
import { useOnline } from './Offline.tsx'

/**
 * Loads the page for a device that cannot open a screen. The shell loads the file of this page while there is a
 * network.
 */
export const loadUnvisited = async () => (await import('./Unvisited.tsx')).Unvisited
export const LaterUnvisited = onDemand(loadUnvisited)

/** The time in ms for which a page waits without a network before it gives up. */
const PATIENCE = 2_500

/** Tells whether a page has waited in vain, because there is no network. */
export const useWaitsInVain = (): boolean => {
  const online = useOnline()
  const [waited, setWaited] = useState(false)
  useEffect(() => {
    if (online) return undefined
    const timer = setTimeout(() => setWaited(true), PATIENCE)
    return () => {
      clearTimeout(timer)
      setWaited(false)
    }
  }, [online])
  return waited && !online
}
