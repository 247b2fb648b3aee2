import { useMemo } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useAsk } from '#ui/network/call.ts'
import { liveGpsGetsubscribes } from '../../follows/follows.contract.ts'

const none: readonly never[] = []
/** Returns the follows of this person in a race, or in every race. */
export const useFollows = (raceid: number | undefined, enabled = true) => {
  const asked = useAsk(liveGpsGetsubscribes, raceid === undefined ? {} : { raceid }, { enabled, quiet: true })
  const items = asked.data?.items ?? none
  const bibs = useMemo(() => new Set(items.map(({ bib }) => bib)), [items])
  return { asked, items, bibs }
}

/** Asks again for follows after a change. */
export const useFollowsChanged = () => {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: [liveGpsGetsubscribes.path] })
}
