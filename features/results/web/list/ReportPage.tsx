import { Download, MonitorPlay } from 'lucide-react'
import { type ComponentProps, type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { raceShow } from '#features/races/contract.ts'
import { Dotted } from '#ui/layout/Dotted.ts'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { countText, dateText } from '#ui/language/clock.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import { Page } from '#ui/layout/Page.tsx'
import { RaceLine } from '#ui/layout/RaceLine.ts'
import { Segmented } from '#ui/form/Segmented.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { Windowed } from '#ui/layout/windowed/Windowed.tsx'
import { path } from '#seam/web/paths.ts'
import { type ReportRow, timingReportsFetch } from '../../contract.ts'
import { outcomes } from '../../rules.ts'
import { EventChoice, FilterBar } from './FilterBar.tsx'
import { LiveMark } from './LiveMark.tsx'
import { NoRace } from './NoRace.tsx'
import { ResultRow } from './ResultRow.tsx'
import { resultListWords as words, scoreWords } from '../report/score.words.ts'
import { Standing } from '../report/Standing.tsx'
import { TeamsPart } from '../teams/TeamsPart.tsx'
import { teamRankWords } from '../teams/team.words.ts'
import { useLive } from './useLive.ts'
import { type Filters, everybody, useResults } from './useResults.ts'

const isWide = (): boolean => matchMedia('(min-width: 48rem)').matches
const useWide = (): boolean => {
  const [wide, setWide] = useState(isWide)
  useEffect(() => {
    const media = matchMedia('(min-width: 48rem)')
    const changed = () => setWide(media.matches)
    media.addEventListener('change', changed)
    return () => media.removeEventListener('change', changed)
  }, [])
  return wide
}

const pagesFollowed = 3
type Sheet = OutputOf<typeof timingReportsFetch>['sheets'][number]

/** Reads the filters from the address. So "back", or a link to a friend, opens the same list. */
const filtersIn = (params: Readonly<Record<string, string | undefined>>): Filters => ({
  eventid: params.eventid ?? '',
  q: params.q ?? '',
  gender: params.gender === 'M' || params.gender === 'F' ? params.gender : '',
  agegroup: params.agegroup ?? '',
  outcome: outcomes.find((one) => one === params.outcome) ?? '',
  by: params.by === 'gun' || params.by === 'net' ? params.by : 'official',
  from: /^[1-9]\d{0,6}$/.test(params.from ?? '') ? params.from! : '',
  splits: params.splits === '1',
  view: params.view === 'teams' ? 'teams' : '',
  kind: params.kind ?? '',
})

/** Returns the present filters, and a function that changes them here and in the address. */
const useFilters = () => {
  const go = useGo()
  const params = usePageParams()
  const [filters, setFilters] = useState(() => filtersIn(params))
  // "Back" and "forward" change the address, and the list follows.
  const written = JSON.stringify(filtersIn(params))
  const [followed, setFollowed] = useState(written)
  if (followed !== written) {
    setFollowed(written)
    if (JSON.stringify(filters) !== written) setFilters(filtersIn(params))
  }
  const change = (part: Partial<Filters>) => {
    const next = { ...filters, ...part }
    setFilters(next)
    const { eventid, q, gender, agegroup, outcome, by, from, splits, view, kind } = next
    go(
      path.report({
        eventid,
        q,
        gender,
        agegroup,
        outcome,
        by: by === 'official' ? '' : by,
        from,
        splits: splits ? '1' : '',
        view,
        kind,
      }),
      { replace: true },
    )
  }
  return { filters, change }
}

/** The page of a race's results. */
export const ReportPage = ({ pinned }: { pinned?: (raceid: number, eventid: number) => ReactNode }) => {
  const t = useWords()
  const { lang } = useLang()
  const { raceid } = link()
  const { filters, change } = useFilters()
  const wide = useWide()
  // Ranks begin again in each event, so the page shows one event at a time: the event in the link, or the first event
  // with results. The server writes the events with results, and the beginning of the first list, into the page.
  const first = useAsk(timingReportsFetch, { raceid: raceid ?? 0 }, { enabled: raceid !== undefined, quiet: true })
  const race = useAsk(
    raceShow,
    { raceid: raceid ?? 0 },
    { enabled: raceid !== undefined, staleTime: 300_000, quiet: true },
  ).data
  const sheets = first.data?.sheets ?? []
  // An old link may name an event without results; the page then shows the first event.
  const has = first.data === undefined || sheets.some(({ eventid }) => String(eventid) === filters.eventid)
  const chosen = has && filters.eventid ? filters.eventid : String(sheets[0]?.eventid ?? '')
  const sheet = sheets.find((one) => String(one.eventid) === chosen)
  // If the results have no runner in the age group of the address, the page shows everybody.
  const agegroup = sheet && !sheet.agegroups.includes(filters.agegroup) ? '' : filters.agegroup
  const showsTeams = filters.view === 'teams' && (sheet?.teams.length ?? 0) > 0
  const list = useResults(
    chosen === '' || showsTeams ? undefined : raceid,
    useDeferredValue({ ...filters, eventid: chosen, agegroup, splits: filters.splits && wide }),
  )
  // Before the first read there is no list. The page asks again by itself until the server has a list. If a person has
  // scrolled far, the page does not move the list.
  const waits = first.data !== undefined && sheets.length === 0
  const live = useLive(raceid, waits || (Boolean(sheet?.provisional) && !showsTeams), (news) => {
    if (waits) return void first.refetch()
    if ((news.all || news.eventids.includes(Number(chosen))) && (list.data?.pages.length ?? 0) <= pagesFollowed)
      void list.refetch()
  })
  const isWhole =
    !filters.q &&
    !filters.gender &&
    !agegroup &&
    !filters.outcome &&
    filters.by === 'official' &&
    !filters.from &&
    !filters.splits
  const early =
    isWhole && !list.data ? (first.data?.items ?? []).filter(({ eventid }) => String(eventid) === chosen) : []
  const read = useMemo(() => list.data?.pages.flatMap(({ items }) => items), [list.data])
  const rows = read ?? early
  if (first.error && !first.data) {
    return (
      <Page title={t(words.title)}>
        <ErrorState error={first.error} onRetry={() => void first.refetch()} />
      </Page>
    )
  }
  if (raceid === undefined)
    return (
      <Page title={t(words.title)}>
        <NoRace />
      </Page>
    )
  if (first.data && sheets.length === 0) {
    return (
      <Page title={t(words.title)}>
        <Empty
          title={t(words.none)}
          description={t(words.noneHow)}
          action={
            <ButtonLink look="plain" href={path.home()}>
              {t(words.home)}
            </ButtonLink>
          }
        />
      </Page>
    )
  }
  return (
    <Page
      title={t(words.title)}
      aside={
        sheet ? (
          <ReportLinks
            board={path.board({ eventid: chosen })}
            file={`/results/${raceid}/${chosen}${showsTeams ? '-teams' : ''}.csv?_lang=${lang}`}
          />
        ) : undefined
      }
    >
      {race ? (
        <RaceLine
          name={race.name}
          line={[race.city, dateText(race.time, lang, 'day', race.zone)].filter(Boolean).join(' · ')}
        />
      ) : null}
      {(wide || showsTeams) && (sheet?.teams.length ?? 0) > 0 ? (
        <ViewChoice teams={showsTeams} onChoose={(view) => change({ ...everybody, view })} />
      ) : null}
      {showsTeams ? (
        sheets.length > 1 && (
          <div className="md:max-w-96">
            <EventChoice sheets={sheets} chosen={chosen} change={change} />
          </div>
        )
      ) : (
        <FilterBar sheets={sheets} sheet={sheet} chosen={chosen} filters={filters} change={change} wide={wide}>
          {!wide && (sheet?.teams.length ?? 0) > 0 ? (
            <ViewChoice teams={false} onChoose={(view) => change({ ...everybody, view })} />
          ) : null}
        </FilterBar>
      )}
      {sheet && !showsTeams && isWhole ? pinned?.(raceid, sheet.eventid) : null}
      {showsTeams && sheet ? (
        <TeamsPart
          key={chosen}
          raceid={raceid}
          eventid={sheet.eventid}
          kind={filters.kind}
          q={filters.q}
          provisional={sheet.provisional}
          change={change}
        />
      ) : list.error && !list.data ? (
        // An error replaces only the list, so that the search field above keeps its text.
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : list.isPending && early.length === 0 ? (
        <SkeletonCards count={8} className="h-16" />
      ) : (
        <ReportList
          list={list}
          rows={rows}
          sheet={sheet}
          filters={filters}
          wide={wide}
          live={sheet?.provisional ? live : undefined}
          file={`/results/${raceid}/${chosen}.csv?_lang=${lang}`}
          onClear={() => change({ ...everybody, splits: filters.splits })}
        />
      )}
    </Page>
  )
}

type ListProps = {
  list: ReturnType<typeof useResults>
  rows: readonly ReportRow[]
  sheet: Sheet | undefined
  filters: Filters
  wide: boolean
  /** True if the page shows changes without a reload. Undefined if no changes are expected. */
  live: ComponentProps<typeof LiveMark>['on'] | undefined
  file: string
  onClear: () => void
}
const ReportList = ({ list, rows, sheet, filters, wide, live, file, onClear }: ListProps) => {
  const t = useWords()
  const total = list.data?.pages[0]?.total ?? null
  const counted = ({ finishers }: Sheet) =>
    total === null ? t(words.finishers, { n: countText(finishers) }) : t(words.found, { n: countText(total) })
  const onlySearched = !filters.gender && !filters.agegroup && !filters.outcome && !filters.from
  const byGender = filters.gender !== ''
  const points = sheet?.points
  const draw = useCallback(
    (row: ReportRow) => <ResultRow row={row} by={filters.by} byGender={byGender} points={points ?? []} />,
    [filters.by, byGender, points],
  )
  const showsSplits = filters.splits && wide && (sheet?.points.length ?? 0) > 0
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="figures text-14 text-soft" role="status">
          <Dotted
            text={sheet ? `${counted(sheet)} · ${t(sheet.basis === 'gun' ? scoreWords.byGun : scoreWords.byNet)}` : ''}
          />
        </p>
        {live !== undefined ? (
          <LiveMark on={live} label={t(words.provisional)} />
        ) : sheet && rows.length > 0 ? (
          <Standing provisional={false} official={sheet.official} />
        ) : null}
      </div>
      {rows.length === 0 ? (
        <Empty
          title={t(words.nobody)}
          description={t(onlySearched ? words.nobodySearch : words.nobodyHow)}
          action={
            <Button look="plain" onClick={onClear}>
              {t(onlySearched ? words.clearSearch : words.clear)}
            </Button>
          }
        />
      ) : (
        <div
          className={
            'overflow-hidden rounded bg-surface shadow-card transition ' + (list.isPlaceholderData ? 'opacity-60' : '')
          }
        >
          <Windowed
            rows={rows}
            rowHeight={showsSplits ? 104 : wide ? 72 : 76}
            rowKey={(row) => row.id}
            onEnd={() => list.hasNextPage && !list.isFetchingNextPage && void list.fetchNextPage()}
          >
            {draw}
          </Windowed>
          {list.hasNextPage ? (
            <p className="flex h-14 items-center justify-center text-14 text-soft">{t(words.loading)}</p>
          ) : null}
        </div>
      )}
      {sheet && rows.length > 0 ? (
        <ButtonLink
          look="plain"
          className="self-center md:hidden"
          href={file}
          download
          icon={<Download className="size-5" aria-hidden />}
        >
          {t(words.file)}
        </ButtonLink>
      ) : null}
    </>
  )
}

const ReportLinks = ({ board, file }: { board: string; file: string }) => {
  const t = useWords()
  return (
    <div className="hidden gap-2 md:flex">
      <ButtonLink look="quiet" href={board} icon={<MonitorPlay className="size-5" aria-hidden />}>
        {t(words.board)}
      </ButtonLink>
      <ButtonLink look="plain" href={file} download icon={<Download className="size-5" aria-hidden />}>
        {t(words.file)}
      </ButtonLink>
    </div>
  )
}

const ViewChoice = ({ teams, onChoose }: { teams: boolean; onChoose: (view: Filters['view']) => void }) => {
  const t = useWords()
  return (
    <div className="md:max-w-96">
      <Segmented
        label={t(teamRankWords.view)}
        value={teams ? 'teams' : ''}
        onChange={(view) => onChoose(view === 'teams' ? 'teams' : '')}
        options={[
          { value: '', label: t(teamRankWords.runners) },
          { value: 'teams', label: t(teamRankWords.teams) },
        ]}
      />
    </div>
  )
}
