import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { consoleOverviewShow } from '#features/overview/contract.ts'
import type { RaceName } from '#seam/console/paths.ts'
import { useAsk } from '#ui/network/call.ts'

/**
 * Returns the numbers of waiting things on the screens of a race. A number that the member of staff has no right to see
 * is 0. The overview shows the same numbers. The result is empty until the server has answered.
 */
export const useCounts = (raceid: number | undefined): Partial<Record<RaceName, number>> => {
  const { data } = useAsk(
    consoleOverviewShow,
    { raceid: raceid ?? 0 },
    { enabled: raceid !== undefined, quiet: true, staleTime: 30_000, refetchInterval: 60_000 },
  )
  if (!data) return {}
  const { entries, money, handins, protests, photo_reports, control, gate_clashes, feed } = data
  return {
    registrations: entries?.events.reduce((sum, { to_review }) => sum + to_review, 0) ?? 0,
    control: (control?.sos ?? 0) + (control?.alarms ?? 0),
    refunds: money?.refunds_failed ?? 0,
    invoices: money?.invoices ?? 0,
    handins: handins ?? 0,
    protests: protests ?? 0,
    realnames: data.names ?? 0,
    substitutes: data.substitutes ?? 0,
    photos: photo_reports ?? 0,
    tickets: gate_clashes ?? 0,
    feed: feed ?? 0,
  }
}

/**
 * The wait between a call that may change the numbers and the next reading of the numbers. A desk calls every second,
 * so one reading follows several calls.
 */
const RECOUNT_MS = 5_000
/** Reads the numbers of the menu again soon after this page has changed something. */
export const useRecounting = (): void => {
  const queries = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const recount = () => {
      timer = undefined
      void queries.invalidateQueries({ queryKey: [consoleOverviewShow.path] })
    }
    const stop = queries.getMutationCache().subscribe(({ type, mutation }) => {
      if (type === 'updated' && mutation.state.status === 'success') timer ??= setTimeout(recount, RECOUNT_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [queries])
}
