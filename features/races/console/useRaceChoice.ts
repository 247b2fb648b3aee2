import { useAsk } from '#ui/call.ts'
import { usePageParams } from '#ui/Link.tsx'
import { consoleRacesList } from '../contract.ts'

/** The races that one may see, and the one a console page is about: the address's, else the newest. Undefined while they are on their way or where there is none. */
export const useRaceChoice = () => {
  const { raceid } = usePageParams()
  const races = useAsk(consoleRacesList, {})
  return { races, raceid: Number(raceid) || races.data?.items[0]?.id }
}
