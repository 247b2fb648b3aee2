import { useAsk } from '#ui/network/call.ts'
import { consoleDesksFigures } from '../../figures/figures.contract.ts'

export type SupervisorPanelProps = { raceid: number; zone: string }
const RENEW_MS = 15_000
/** Loads the figures of the desks, and loads them again while the page is open. */
export const useFigures = (raceid: number) =>
  useAsk(consoleDesksFigures, { raceid }, { staleTime: 0, keep: true, refetchInterval: RENEW_MS })
