import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { consoleResultsBrowse } from '#features/results/desk/desk.contract.ts'
import { type DeskSort, deskSorts } from '#features/results/desk/desk.rules.ts'
import { genders, outcomes } from '#features/results/rules.ts'
import { path } from '#seam/console/paths.ts'
import { useLang } from '#ui/language/lang.tsx'
import { type Refused, askKey, call } from '#ui/network/call.ts'
import { useGo, usePageParams } from '#ui/router/Link.tsx'

export const marks = ['doubtful', 'corrected', 'hidden', 'unmatched'] as const
export type DeskMark = (typeof marks)[number]
export type DeskFilters = {
  eventid: string
  q: string
  gender: string
  agegroup: string
  field: string
  outcome: string
  club: string
  marks: readonly DeskMark[]
  sort: DeskSort
  down: boolean
}
export const anybody: Omit<DeskFilters, 'sort' | 'down'> = {
  eventid: '',
  q: '',
  gender: '',
  agegroup: '',
  field: '',
  outcome: '',
  club: '',
  marks: [],
}
const oneOf = <Value extends string>(all: readonly Value[], given: string | undefined): Value | undefined =>
  all.find((one) => one === given)

/**
 * Reads the filters from the address, so that a link opens a filtered list. A `-` in `field` means the field of the
 * runners, because the real value of this field is empty.
 */
export const useDeskFilters = (raceid: number) => {
  const go = useGo()
  const params = usePageParams()
  const filters: DeskFilters = {
    eventid: /^\d{1,9}$/.test(params.eventid ?? '') ? params.eventid! : '',
    q: params.q ?? '',
    gender: oneOf(genders, params.gender) ?? '',
    agegroup: params.agegroup ?? '',
    field: params.field ?? '',
    outcome: oneOf(outcomes, params.outcome) ?? '',
    club: params.club ?? '',
    marks: marks.filter((mark) => params[mark] === '1'),
    sort: oneOf(deskSorts, params.sort) ?? 'place',
    down: params.down === '1',
  }
  const chosen = params.bib && params.of ? { bib: params.bib, eventid: Number(params.of) } : undefined
  const show = (next: DeskFilters, bib?: string, of?: number) =>
    go(
      path.resultdesk({
        raceid,
        ...Object.fromEntries(
          (['eventid', 'q', 'gender', 'agegroup', 'field', 'outcome', 'club'] as const).flatMap((name) =>
            next[name] === '' ? [] : [[name, next[name]]],
          ),
        ),
        ...Object.fromEntries(next.marks.map((mark) => [mark, 1])),
        ...(next.sort === 'place' ? {} : { sort: next.sort }),
        ...(next.down ? { down: 1 } : {}),
        ...(bib === undefined ? {} : { bib, of }),
      }),
      { replace: true },
    )
  return {
    filters,
    chosen,
    change: (patch: Partial<DeskFilters>) => show({ ...filters, ...patch }, chosen?.bib, chosen?.eventid),
    choose: (bib?: string, of?: number) => show(filters, bib, of),
  }
}

type List = OutputOf<typeof consoleResultsBrowse>
export const useDesk = (raceid: number, given: DeskFilters) => {
  const { lang } = useLang()
  const filters = useDeferredValue(given)
  const input = {
    raceid,
    sort: filters.sort,
    down: filters.down,
    limit: 50,
    ...(filters.eventid === '' ? {} : { eventid: Number(filters.eventid) }),
    ...(filters.q === '' ? {} : { q: filters.q.slice(0, 100) }),
    ...(filters.club === '' ? {} : { club: filters.club.slice(0, 100) }),
    ...(filters.gender === '' ? {} : { gender: oneOf(genders, filters.gender)! }),
    ...(filters.outcome === '' ? {} : { outcome: oneOf(outcomes, filters.outcome)! }),
    ...(filters.agegroup === '' ? {} : { agegroup: filters.agegroup }),
    ...(filters.field === '' ? {} : { field: filters.field === '-' ? '' : filters.field }),
    ...Object.fromEntries(filters.marks.map((mark) => [mark, true])),
  }
  return useInfiniteQuery<List, Refused, { pages: List[] }, readonly unknown[], string | undefined>({
    queryKey: askKey(consoleResultsBrowse.path, raceid, lang, input),
    queryFn: ({ pageParam }) =>
      call(consoleResultsBrowse, { ...input, ...(pageParam === undefined ? {} : { after: pageParam }) }, { lang }),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.after ?? undefined,
    staleTime: 0,
    placeholderData: (before) => before,
  })
}
