import type { KnownRaces } from '#seam/console/useRace.ts'
import { useAsk } from '#ui/network/call.ts'
import { consoleRacesList } from '../contract.ts'

/** Reads the races for which the member of staff has a role. */
export const useRaces = (): KnownRaces => useAsk(consoleRacesList, {}, { keep: true })
