import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Calls back whenever something changes in a race's hall (`GET /hall/live`); true while that stream is open. The
 * browser itself reopens a lost one. So that a hall full of phones does not ask at the same moment, each is called
 * within `spreadMs`, once for all changes in between.
 */
export const useMoved = (raceid: number | undefined, onMoved: () => void, spreadMs = 0): boolean => {
  const [on, setOn] = useState(false)
  const moved = useEffectEvent(onMoved)
  useEffect(() => {
    if (raceid === undefined || typeof EventSource === 'undefined') return undefined
    const source = new EventSource(`/hall/live?raceid=${raceid}`)
    let timer: ReturnType<typeof setTimeout> | undefined
    const refresh = () => {
      timer = undefined
      moved()
    }
    source.addEventListener('hall', () => {
      if (spreadMs === 0) refresh()
      else timer ??= setTimeout(refresh, Math.random() * spreadMs)
    })
    source.addEventListener('open', () => setOn(true))
    source.addEventListener('error', () => setOn(false))
    return () => {
      clearTimeout(timer)
      source.close()
      setOn(false)
    }
  }, [raceid, spreadMs])
  return on
}
/** For phones. */
export const SPREAD_MS = 1500
