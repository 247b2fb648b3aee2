import { useAsk } from '#ui/network/call.ts'
import { consoleRegistrationsBulkList } from '../../bulk/bulk.contract.ts'

/** The interval at which the page asks for the progress. */
const EVERY_MS = 1_500

/** Returns the bulk actions of a race, newest first. The page asks again while one of them runs or waits. */
export const useBulks = (raceid: number, limit: number) => {
  const input = { raceid, limit }
  const first = useAsk(consoleRegistrationsBulkList, input, { quiet: true, staleTime: 0 })
  const running = first.data?.items.some(({ state }) => state === 'running' || state === 'waiting') ?? false
  useAsk(consoleRegistrationsBulkList, input, {
    quiet: true,
    enabled: running,
    refetchInterval: running ? EVERY_MS : false,
  })
  return first
}
