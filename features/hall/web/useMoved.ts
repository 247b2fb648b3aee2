import { useEffect, useRef, useState } from 'react'

/** Told whenever something moves in a race's hall (`GET /hall/live`); true while that line is open. A lost one is taken up again by the browser itself. */
export const useMoved = (raceid: number | undefined, onMoved: () => void): boolean => {
  const [on, setOn] = useState(false)
  const told = useRef(onMoved)
  told.current = onMoved
  useEffect(() => {
    if (raceid === undefined || typeof EventSource === 'undefined') return undefined
    const source = new EventSource(`/hall/live?raceid=${raceid}`)
    source.addEventListener('hall', () => told.current())
    source.addEventListener('open', () => setOn(true))
    source.addEventListener('error', () => setOn(false))
    return () => {
      source.close()
      setOn(false)
    }
  }, [raceid])
  return on
}
