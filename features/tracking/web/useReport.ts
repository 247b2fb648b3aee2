import type { OutputOf } from '#contract/endpoint.ts'
import { useAsk } from '#ui/network/call.ts'
import { liveTimingReport } from '../passings/report.contract.ts'

export type LiveReport = OutputOf<typeof liveTimingReport>

/** Asks for the times of one runner at all points. `eventid` is the event in the address of the page. */
export const useReport = (raceid: number, bib: string | undefined, eventid: number | undefined, every: number) =>
  useAsk(
    liveTimingReport,
    { raceid, bib: bib ?? '', ...(eventid === undefined ? {} : { eventid }) },
    { enabled: bib !== undefined, quiet: true, staleTime: 2_000, refetchInterval: every },
  )
