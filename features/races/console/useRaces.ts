import type { KnownRaces } from '#seam/console/useRace.ts'
import { useAsk } from '#ui/network/call.ts'
import { consoleRacesList } from '../contract.ts'

/** The races that the member of staff has a role for. */
export const useRaces = (): KnownRaces => useAsk(consoleRacesList, {}, { keep: true })
