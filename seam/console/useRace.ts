import { createContext, useContext } from 'react'
import type { Refused } from '#ui/network/call.ts'
import { usePlaceParts } from '#ui/router/Router.tsx'

/** A race that a member of staff may see. */
export type KnownRace = {
  id: number
  name: string
  city: string
  time: string
  zone: string
  published: boolean
  archived: boolean
  skins: { primary: string }
}

/** The query for the races that the member of staff may see. The list is undefined while the query loads. */
export type KnownRaces = {
  /** `askable` names the people who can give a role. */
  data: { items: readonly KnownRace[]; askable: readonly string[] } | undefined
  error: Refused | null
  isPending: boolean
  refetch: () => unknown
}

const Races = createContext<(() => KnownRaces) | undefined>(undefined)

/** The provider through which the console's shell gives its screens the list of races. */
export const RacesProvider = Races.Provider

export const useKnownRaces = (): KnownRaces => {
  const useRaces = useContext(Races)
  if (!useRaces) throw new Error('The shell gives no races: wrap the console in RacesProvider')
  return useRaces()
}

/** Returns the race in the address. Undefined on a page of the platform. No other place keeps the chosen race. */
export const useRaceInPlace = (): number | undefined => {
  const { raceid } = usePlaceParts()
  return raceid === undefined ? undefined : Number(raceid)
}

/** Returns the id of the race that a page is about. Throws if the address of the page names no race. */
export const useRaceId = (): number => {
  const raceid = useRaceInPlace()
  if (raceid === undefined) throw new Error('This page belongs to a race: its address begins with /:raceid')
  return raceid
}

/** Returns the race in the address, from the list of races. Undefined while the list loads, or if the list lacks it. */
export const useRace = (): KnownRace | undefined => {
  const raceid = useRaceInPlace()
  return useKnownRaces().data?.items.find(({ id }) => id === raceid)
}

/** Tells whether the address names a race that does not exist, or that this member of staff may not see. */
export const useIsRaceGone = (): boolean => {
  const raceid = useRaceInPlace()
  const known = useKnownRaces().data
  return raceid !== undefined && known !== undefined && !known.items.some(({ id }) => id === raceid)
}
/** Returns the race whose pages the menus and searches offer. Undefined if the race of the address does not exist. */
export const useRaceOfMenus = (): number | undefined => {
  const raceid = useRaceInPlace()
  return useIsRaceGone() ? undefined : raceid
}
