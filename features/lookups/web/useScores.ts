import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { timingQuery, timingReportsFetch } from '#features/results/contract.ts'
import { type Refused, askKey, call } from '#ui/call.ts'
import { useLang } from '#ui/lang.tsx'
import { registrationQuery } from '#features/registrations/contract.ts'
import type { CheckAnswer } from './PictureCheck.tsx'

/** One result as the list of found runners shows it. `outcome` where there is no time to show. */
export type FoundScore = { _key: string; eventid: number; event: string; bib: string | null; name: string | null; time: string | null; outcome: 'finished' | 'dnf' | 'dns' | 'dsq' }
type Manner = { quiet: true; signal: AbortSignal }
type Asked = { raceid: number; idnum: string; check?: CheckAnswer | undefined }

/** Letters and digits as long as a document's number; anything shorter, or in Chinese, is a bib or a name. */
const isDocument = (asked: string): boolean => /^(?=.*\d{5})[A-Z0-9]{8,}$/.test(asked)

/** Results of the registrations that a document number finds. */
const byDocument = async ({ raceid, idnum, check }: Asked, manner: Manner): Promise<FoundScore[]> => {
  const cards = await call(registrationQuery, { raceid, idnum, ...check }, manner)
  const found = await Promise.all(
    cards.map(async (card): Promise<FoundScore[]> => {
      const { report, event } = await call(timingQuery, { id: card._key }, manner)
      return report ? [{ _key: report._key, eventid: event.id, event: event.name, bib: report.bib, name: report.name, time: report.time ?? report.nettime, outcome: report.outcome }] : []
    }),
  )
  return found.flat()
}

const listed = 20
/** Results by name or bib: imported results may have no registration behind them. Asked upper-cased, then lower-cased (specification 1 section 2). */
const byName = async ({ raceid, idnum }: Asked, manner: Manner): Promise<FoundScore[]> => {
  for (const q of new Set([idnum, idnum.toLowerCase()])) {
    const { items } = await call(timingReportsFetch, { raceid, q, limit: listed }, manner)
    if (items.length) return items.map(({ _key, eventid, event, bib, name, time, nettime, outcome }) => ({ _key, eventid, event, bib, name, time: time ?? nettime, outcome }))
  }
  return []
}

/** The look-up of type score. */
export const useScores = (asked: Asked, enabled: boolean): UseQueryResult<FoundScore[], Refused> => {
  const { lang } = useLang()
  return useQuery<FoundScore[], Refused>({
    queryKey: askKey('scores', asked.raceid, lang, asked),
    queryFn: ({ signal }) => (isDocument(asked.idnum) ? byDocument : byName)(asked, { quiet: true, signal }),
    enabled,
    staleTime: 60_000,
  })
}
