import { useEffect, useEffectEvent } from 'react'
import { useAsk } from '#ui/network/call.ts'
import { consoleOverviewShow } from '../contract.ts'

/** A race's figures, asked for anew whenever the server says that they moved. */
export const useOverview = (raceid: number) => {
  const asked = useAsk(consoleOverviewShow, { raceid }, { staleTime: 0, keep: true })
  const moved = useEffectEvent(() => void asked.refetch())
  useEffect(() => {
    if (typeof EventSource === 'undefined') return undefined
    // The browser itself takes a lost line up again.
    const source = new EventSource(`/console/overview/live?raceid=${raceid}`)
    source.addEventListener('overview', () => moved())
    return () => source.close()
  }, [raceid])
  return asked
}
