import { useEffect, useEffectEvent, useState } from 'react'
import { openStream } from '#ui/network/stream.ts'

/**
 * Calls `onMoved` when the stream `GET /hall/live` tells a change in a race's hall. Returns true while the stream is
 * open. The call waits a random time up to `spreadMs`, so that the phones of a full hall do not ask at the same moment.
 * Several changes during the wait cause one call.
 */
export const useMoved = (raceid: number | undefined, onMoved: () => void, spreadMs = 0): boolean => {
  const [on, setOn] = useState(false)
  const moved = useEffectEvent(onMoved)
  useEffect(() => {
    if (raceid === undefined) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const refresh = () => {
      timer = undefined
      moved()
    }
    const hall = () => {
      if (spreadMs === 0) refresh()
      else timer ??= setTimeout(refresh, Math.random() * spreadMs)
    }
    const end = openStream(`/hall/live?raceid=${raceid}`, { hall }, setOn)
    return () => {
      clearTimeout(timer)
      end()
      setOn(false)
    }
  }, [raceid, spreadMs])
  return on
}
/** The longest random delay of a phone's question, in milliseconds. */
export const SPREAD_MS = 1500
