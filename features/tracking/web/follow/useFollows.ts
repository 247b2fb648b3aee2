import { useQueryClient } from '@tanstack/react-query'
import { useAsk } from '#ui/network/call.ts'
import { type Follow, liveGpsGetsubscribes } from '../../follows/follows.contract.ts'

const none: readonly never[] = []
/**
 * Tells whether a follow belongs to this event. A follow of an earlier release belongs to every event with its bib.
 * Without an event every follow fits.
 */
export const isOfEvent = (follow: Pick<Follow, 'eventid'>, eventid: number | null): boolean =>
  follow.eventid === null || eventid === null || follow.eventid === eventid
/** Returns the follows of this person in a race, or in every race. */
export const useFollows = (raceid: number | undefined, enabled = true) => {
  const asked = useAsk(liveGpsGetsubscribes, raceid === undefined ? {} : { raceid }, { enabled, quiet: true })
  const items = asked.data?.items ?? none
  return { asked, items }
}

export const useFollowsChanged = () => {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: [liveGpsGetsubscribes.path] })
}
