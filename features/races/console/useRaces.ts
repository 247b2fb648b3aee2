import { hasOwnLock } from '#seam/console/ownLock.ts'
import type { KnownRaces } from '#seam/console/useRace.ts'
import { useAsk } from '#ui/network/call.ts'
import { usePlace } from '#ui/router/Router.tsx'
import { consoleRacesList } from '../contract.ts'

export const useRaces = (): KnownRaces => {
  const { pathname } = usePlace()
  return useAsk(consoleRacesList, {}, { keep: true, quiet: hasOwnLock(pathname) })
}
