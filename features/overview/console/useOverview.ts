import { useEffect, useEffectEvent } from 'react'
import { useAsk } from '#ui/network/call.ts'
import { consoleOverviewShow } from '../contract.ts'

/** Loads a race's figures, and loads them again when the server reports a change. */
export const useOverview = (raceid: number) => {
  const query = useAsk(consoleOverviewShow, { raceid }, { staleTime: 0, keep: true })
  const moved = useEffectEvent(() => void query.refetch())
  useEffect(() => {
    if (typeof EventSource === 'undefined') return undefined
    // The browser reopens a lost stream by itself.
    const source = new EventSource(`/console/overview/live?raceid=${raceid}`)
    source.addEventListener('overview', () => moved())
    return () => source.close()
  }, [raceid])
  return query
}
