import { createContext, useContext } from 'react'
import type { Refused } from '#ui/network/call.ts'
import { usePageParams } from '#ui/router/Link.tsx'

/** A race that a member of staff may see. */
export type ChoosableRace = { id: number; name: string; city: string; published: boolean }

/** The races that one may see, as a query: undefined while they are on their way. */
export type ChoosableRaces = {
  data: { items: readonly ChoosableRace[] } | undefined
  error: Refused | null
  isPending: boolean
  refetch: () => unknown
}

const Races = createContext<(() => ChoosableRaces) | undefined>(undefined)

/** The console's shell gives its screens the list of races. */
export const RacesProvider = Races.Provider

/**
 * The races that one may see, and the one a console page is about: the address's, else the newest. Undefined while they
 * are on their way or where there is none.
 */
export const useRaceChoice = () => {
  const useRaces = useContext(Races)
  if (!useRaces) throw new Error('The shell gives no races: wrap the console in RacesProvider')
  const { raceid } = usePageParams()
  const races = useRaces()
  return { races, raceid: Number(raceid) || races.data?.items[0]?.id }
}
