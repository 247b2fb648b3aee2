import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronRight, Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { Button } from '#ui/Button.tsx'
import { type Refused, askKey, call } from '#ui/call.ts'
import { Chip } from '#ui/Chip.tsx'
import { countText, durationText } from '#ui/clock.ts'
import { Empty } from '#ui/Empty.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { useLang, useWords } from '#ui/lang.tsx'
import { Link, usePageParams } from '#ui/Link.tsx'
import { link } from '#ui/link.ts'
import { Page } from '#ui/Page.tsx'
import { Segmented } from '#ui/Segmented.tsx'
import { Select } from '#ui/Select.tsx'
import { SkeletonCards } from '#ui/Skeleton.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import { path } from '#web/paths.ts'
import { type ReportRow, timingReportsFetch } from '../contract.ts'
import { listWords as words, scoreWords } from './scoreWords.ts'

type List = OutputOf<typeof timingReportsFetch>
type Filters = { eventid: string; gender: '' | 'M' | 'F'; agegroup: string; q: string }
const plain = (clock: string): string => durationText(clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0))

const useResults = (raceid: number | undefined, filters: Filters) => {
  const { lang } = useLang()
  const asked = {
    raceid: raceid ?? 0,
    limit: 50,
    q: filters.q.trim().slice(0, 100),
    ...(filters.eventid ? { eventid: Number(filters.eventid) } : {}),
    ...(filters.gender ? { gender: filters.gender } : {}),
    ...(filters.agegroup ? { agegroup: filters.agegroup } : {}),
  }
  return useInfiniteQuery<List, Refused, { pages: List[] }, readonly unknown[], string | undefined>({
    queryKey: askKey(timingReportsFetch.path, raceid, lang, asked),
    queryFn: ({ pageParam, signal }) => call(timingReportsFetch, { ...asked, ...(pageParam === undefined ? {} : { after: pageParam }) }, { signal, lang }),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.after ?? undefined,
    placeholderData: (before) => before,
    enabled: raceid !== undefined,
  })
}

const Row = ({ row, byGender }: { row: ReportRow; byGender: boolean }) => {
  const t = useWords()
  const time = row.basis === 'gun' ? (row.time ?? row.nettime) : (row.nettime ?? row.time)
  const other = row.basis === 'gun' && row.time ? row.nettime : null
  // A phone has room for one place beside the bib: the one that the list is filtered by.
  const facts = [
    [row.bib, ''],
    row.agegroup !== null && row.agegroup_place !== null ? [t(words.groupPlace, { group: row.agegroup, n: countText(row.agegroup_place) }), byGender ? 'hidden md:inline' : ''] : null,
    row.gender_place === null ? null : [t(words.genderPlace, { n: countText(row.gender_place) }), byGender ? '' : 'hidden md:inline'],
  ].filter((fact) => fact !== null)
  return (
    <li>
      <Link href={path.score({ key: row._key })} className="flex min-h-16 items-center gap-3 px-4 py-3 transition hover:bg-tint md:gap-6 md:px-6">
        <span className="display w-12 shrink-0 text-20 leading-none text-strong md:w-16 md:text-28">{row.position === null ? '–' : countText(row.position)}</span>
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{row.name ?? t(scoreWords.hiddenName)}</span>
          <span className="figures flex flex-wrap gap-x-3 text-14 text-soft">
            {facts.map(([fact, where]) => (
              <span key={fact} className={`whitespace-nowrap ${where}`}>
                {fact}
              </span>
            ))}
          </span>
        </span>
        <span className="shrink-0 text-right">
          {row.outcome === 'finished' && time ? <span className="display block text-28 leading-none">{plain(time)}</span> : <Chip>{t(scoreWords[row.outcome === 'finished' ? 'dnf' : row.outcome])}</Chip>}
          {row.outcome === 'finished' && other ? <span className="figures mt-1 block text-14 text-soft">{t(words.net, { time: plain(other) })}</span> : null}
        </span>
        <ChevronRight className="size-5 shrink-0 text-soft" aria-hidden />
      </Link>
    </li>
  )
}

/** A race's results: searched, filtered, page after page. */
export const ReportPage = () => {
  const t = useWords()
  const { eventid } = usePageParams()
  const { raceid } = link()
  const [filters, setFilters] = useState<Filters>({ eventid: eventid ?? '', gender: '', agegroup: '', q: '' })
  const change = (part: Partial<Filters>) => setFilters((now) => ({ ...now, ...part }))
  // One event at a time, for places begin anew in each: the one of the link, else the first that has results.
  const first = useResults(raceid, { eventid: '', gender: '', agegroup: '', q: '' })
  const sheets = first.data?.pages[0]?.sheets ?? []
  const chosen = filters.eventid || String(sheets[0]?.eventid ?? '')
  const list = useResults(chosen === '' ? undefined : raceid, useDeferredValue({ ...filters, eventid: chosen }))
  const shown = sheets.filter((sheet) => String(sheet.eventid) === chosen)
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? []
  const agegroups = [...new Set(shown.flatMap((sheet) => sheet.agegroups))]
  const filtered = Boolean(filters.q || filters.gender || filters.agegroup)
  const error = first.error ?? list.error
  if (error) {
    return (
      <Page title={t(words.title)}>
        <ErrorState error={error} onRetry={() => void (first.error ? first : list).refetch()} />
      </Page>
    )
  }
  if (raceid === undefined || (first.data && sheets.length === 0)) {
    return (
      <Page title={t(words.title)}>
        <Empty title={t(words.none)} says={t(words.noneHow)} />
      </Page>
    )
  }
  return (
    <Page title={t(words.title)}>
      {sheets.length > 1 && sheets.length <= 4 ? (
        <Segmented label={t(words.event)} value={chosen} onChange={(to) => change({ eventid: to, agegroup: '' })} options={sheets.map((sheet) => ({ value: String(sheet.eventid), label: sheet.name }))} />
      ) : sheets.length > 4 ? (
        <Select label={t(words.event)} bare value={chosen} onChange={(event) => change({ eventid: event.target.value, agegroup: '' })} options={sheets.map((sheet) => ({ value: String(sheet.eventid), label: sheet.name }))} />
      ) : null}
      <div className="grid gap-3 md:grid-cols-12 md:items-end">
        <TextInput className="md:col-span-6" label={t(words.search)} bare placeholder={t(words.search)} value={filters.q} onChange={(event) => change({ q: event.target.value })} onClear={() => change({ q: '' })} before={<Search className="size-5" aria-hidden />} enterKeyHint="search" />
        <div className="grid grid-cols-2 gap-3 md:col-span-6">
          <Select label={t(words.gender)} bare value={filters.gender} onChange={(event) => change({ gender: event.target.value as Filters['gender'] })} options={[{ value: '', label: t(words.everybody) }, { value: 'M', label: t(words.men) }, { value: 'F', label: t(words.women) }]} />
          <Select label={t(words.agegroup)} bare value={filters.agegroup} onChange={(event) => change({ agegroup: event.target.value })} options={[{ value: '', label: t(words.allAges) }, ...agegroups.map((group) => ({ value: group, label: group }))]} />
        </div>
      </div>
      {list.isPending ? (
        <SkeletonCards count={6} className="h-16" />
      ) : (
        <>
          <p className="figures text-14 text-soft">{shown.map(({ finishers, basis }) => `${t(words.finishers, { n: countText(finishers) })} · ${t(basis === 'gun' ? scoreWords.byGun : scoreWords.byNet)}`).join('')}</p>
          {rows.length === 0 ? (
            <Empty title={t(words.nobody)} says={t(words.nobodyHow)} action={filtered ? <Button look="plain" onClick={() => change({ q: '', gender: '', agegroup: '' })}>{t(words.clear)}</Button> : undefined} />
          ) : (
            <ol className={`divide-y divide-line overflow-hidden rounded bg-surface shadow-card transition ${list.isPlaceholderData ? 'opacity-60' : ''}`}>
              {rows.map((row) => (
                <Row key={row.id} row={row} byGender={filters.gender !== ''} />
              ))}
            </ol>
          )}
          {list.hasNextPage ? (
            <Button look="plain" className="self-center" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {t(words.more)}
            </Button>
          ) : null}
        </>
      )}
    </Page>
  )
}
