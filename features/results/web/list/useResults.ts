import { useInfiniteQuery } from '@tanstack/react-query'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { type Refused, askKey, call } from '#ui/network/call.ts'
import { useLang } from '#ui/language/lang.tsx'
import { timingReportsFetch } from '../../contract.ts'

export type List = OutputOf<typeof timingReportsFetch>
export type Filters = {
  eventid: string
  q: string
  gender: '' | 'M' | 'F'
  agegroup: string
  outcome: '' | 'finished' | 'running' | 'dnf' | 'dns' | 'dsq'
  by: 'official' | 'gun' | 'net'
  from: string
  splits: boolean
  /** The content of the list: runners or teams. `kind` is the kind of the teams. */ view: '' | 'teams'
  kind: string
}
export const everybody: Omit<Filters, 'eventid' | 'view' | 'kind'> = {
  q: '',
  gender: '',
  agegroup: '',
  outcome: '',
  by: 'official',
  from: '',
  splits: false,
}

/** Returns the input of the call for these filters, without empty filters. */
const askedFor = (
  raceid: number,
  { eventid, q, gender, agegroup, outcome, by, from, splits }: Filters,
): InputOf<typeof timingReportsFetch> => ({
  raceid,
  limit: 100,
  q: q.trim().slice(0, 100),
  by,
  splits,
  ...(eventid ? { eventid: Number(eventid) } : {}),
  ...(gender ? { gender } : {}),
  ...(agegroup ? { agegroup } : {}),
  ...(outcome ? { outcome } : {}),
  ...(/^[1-9]\d{0,6}$/.test(from) ? { from: Number(from) } : {}),
})

export const useResults = (raceid: number | undefined, filters: Filters, enabled = true) => {
  const { lang } = useLang()
  const input = askedFor(raceid ?? 0, filters)
  return useInfiniteQuery<List, Refused, { pages: List[] }, readonly unknown[], string | undefined>({
    queryKey: askKey(timingReportsFetch.path, raceid, lang, input),
    queryFn: ({ pageParam, signal }) =>
      call(
        timingReportsFetch,
        { ...input, ...(pageParam === undefined ? {} : { after: pageParam }) },
        { signal, lang },
      ),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.after ?? undefined,
    placeholderData: (before) => before,
    enabled: raceid !== undefined && enabled,
  })
}
