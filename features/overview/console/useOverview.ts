import { useEffect, useEffectEvent } from 'react'
import { useAsk } from '#ui/network/call.ts'
import { openStream } from '#ui/network/stream.ts'
import { consoleOverviewShow } from '../contract.ts'

/** Loads a race's figures, and loads them again when the server reports a change. */
export const useOverview = (raceid: number) => {
  const query = useAsk(consoleOverviewShow, { raceid }, { staleTime: 0, keep: true })
  const moved = useEffectEvent(() => void query.refetch())
  useEffect(() => openStream(`/console/overview/live?raceid=${raceid}`, { overview: () => moved() }), [raceid])
  return query
}
