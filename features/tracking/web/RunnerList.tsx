import { Search } from 'lucide-react'
import { memo, useDeferredValue, useEffect, useEffectEvent, useState } from 'react'
import type { Text } from '#contract/words.ts'
import { path } from '#seam/web/paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Button } from '#ui/form/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useGo } from '#ui/router/Link.tsx'
import { liveWords as words } from './live.words.ts'
import { metresNow } from './place.rules.ts'
import { RunnerRow, rowAt } from './RunnerRow.tsx'
import type { LiveStart, useRunners } from './useLiveRace.ts'
import { useLap } from './useLap.ts'

/** The filters of the list, as the address holds them. */
export type ListParams = Readonly<Record<'q' | 'gender' | 'agegroup' | 'country' | 'team' | 'mine', string | undefined>>
const filters = ['q', 'gender', 'agegroup', 'country', 'team', 'mine'] as const
type Listed = ReturnType<typeof useRunners>
type Props = {
  list: Listed
  given: ListParams
  params: Readonly<Record<string, string | undefined>>
  now: number
  zone: string
  event: Pick<LiveStart['events'][number], 'state' | 'timed' | 'devices' | 'course' | 'laps' | 'points'>
  followed: ReadonlySet<string>
  /**
   * False if another site shows the page in a frame, because such a page does not know the person who follows.
   */
  follows: boolean
}

/** The pause in typing after which the page searches, in milliseconds. */
const TYPING_MS = 300

/** The search and the filters. A filter shows only if it has a choice. */
const LiveFilters = ({ list, given, params, follows }: Pick<Props, 'list' | 'given' | 'params' | 'follows'>) => {
  const t = useWords()
  const go = useGo()
  const change = (part: Partial<Record<keyof ListParams, string>>) =>
    go(path.live({ ...params, ...part }), { replace: true })
  const [typed, setTyped] = useState(given.q ?? '')
  const search = useEffectEvent((q: string) => {
    if (q.trim() !== (given.q ?? '')) change({ q: q.trim() })
  })
  useEffect(() => {
    const timer = setTimeout(() => search(typed), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const { agegroups = [], countries = [], teams = [] } = list.first ?? {}
  const choices = [
    [
      'gender',
      words.gender,
      [
        ['', t(words.everybody)],
        ['M', t(words.men)],
        ['F', t(words.women)],
      ],
    ],
    ['agegroup', words.agegroup, [['', t(words.all_ages)], ...agegroups.map((one) => [one, one])]],
    ['team', words.team, [['', t(words.all_teams)], ...teams.map((one) => [one, one])]],
    ['country', words.country, [['', t(words.all_countries)], ...countries.map((one) => [one, one])]],
  ] as const
  return (
    <div className="grid gap-3 p-4 md:px-6">
      <TextInput
        type="search"
        label={t(words.search)}
        bare
        placeholder={t(words.search)}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onClear={() => setTyped('')}
        before={<Search className="size-5" aria-hidden />}
        enterKeyHint="search"
        maxLength={100}
      />
      <div className="grid grid-cols-2 gap-3">
        {choices.map(([name, label, options]) =>
          options.length > 2 || given[name] ? (
            <Select
              key={name}
              label={t(label)}
              bare
              value={given[name] ?? ''}
              onChange={(event) => change({ [name]: event.target.value })}
              options={options.map(([value, said]) => ({ value: value!, label: said! }))}
            />
          ) : null,
        )}
      </div>
      {follows ? (
        <Checkbox checked={given.mine === '1'} onChange={(event) => change({ mine: event.target.checked ? '1' : '' })}>
          {t(words.mine)}
        </Checkbox>
      ) : null}
    </div>
  )
}

type RowsProps = Pick<Props, 'now' | 'zone' | 'followed' | 'params'> & {
  runners: Listed['runners']
  waiting: boolean
  lapOf: (metres: number | null) => string | undefined
}
/** The rows of the list. They are drawn again only if one of their values has changed. */
const Rows = memo(({ runners, now, zone, followed, params, waiting, lapOf }: RowsProps) =>
  runners.map((runner) => (
    // The places change each second. The browser neither lays out nor paints the rows outside of the window.
    <li
      key={`${runner.eventid}/${runner.bib}`}
      className="[contain-intrinsic-size:auto_4rem] [content-visibility:auto] [overflow-clip-margin:0.25rem]"
    >
      <RunnerRow
        runner={runner}
        {...rowAt(runner, now)}
        zone={zone}
        followed={followed.has(runner.bib)}
        params={params}
        waiting={waiting}
        lap={lapOf(metresNow(runner, now))}
      />
    </li>
  )),
)

/** The runners by progress. The list says everything that the map shows. */
export const RunnerList = (props: Props) => {
  const t = useWords()
  const { list, given, params, now, zone, followed } = props
  const { query, first } = list
  // An answer of the server changes many rows. React draws them in small parts, so that a gesture on the map goes on.
  const runners = useDeferredValue(list.runners)
  const { lang } = useLang()
  // On a slow phone, the first use of `dateText` takes 75 ms. The page does it before anybody moves the map.
  useEffect(() => void dateText(new Date(0), lang, 'second', zone), [lang, zone])
  const { state, timed, devices } = props.event
  const { lapOf } = useLap(props.event)
  const before = timed ? (devices > 0 ? words.before_both : words.before_mats) : words.before_devices
  const isFiltered = filters.some((name) => given[name])
  const none: readonly [Text, Text] = isFiltered
    ? [words.nobody, words.nobody_text]
    : state === 'waiting'
      ? [words.before_title, before]
      : timed
        ? [words.nobody_yet, words.nobody_yet_text]
        : state === 'closed'
          ? [words.places_gone, words.places_gone_text]
          : [words.no_places, words.no_places_text]
  const isEmpty = first?.total === 0 && !isFiltered
  const noFollow = given.mine === '1' && followed.size === 0
  return (
    <section aria-labelledby="live-list" className="overflow-hidden rounded bg-surface shadow-card">
      <header className="flex items-baseline justify-between gap-3 px-4 pt-4 md:px-6 md:pt-6">
        <h2 id="live-list" className="text-20 font-bold">
          {t(words.list)}
        </h2>
        <p className="figures text-14 text-soft" role="status">
          {first && !noFollow && !isEmpty ? t(words.found, { n: countText(first.total ?? 0) }) : ''}
        </p>
      </header>
      {first && !isEmpty && (state === 'waiting' || !timed) ? (
        <p className="px-4 pt-1 text-14 text-soft md:px-6">{t(state === 'waiting' ? before : words.by_devices)}</p>
      ) : null}
      {isEmpty ? null : <LiveFilters {...props} />}
      {query.error && !query.data ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending && !noFollow ? (
        <div className="p-4">
          <SkeletonCards count={6} className="h-14" />
        </div>
      ) : null}
      {noFollow ? <Empty title={t(words.nobody_mine)} description={t(words.nobody_mine_text)} /> : null}
      {first?.total === 0 && !noFollow ? <Empty title={t(none[0])} description={t(none[1])} /> : null}
      {noFollow ? null : (
        <ol className="@container">
          <Rows
            runners={runners}
            now={now}
            zone={zone}
            followed={followed}
            params={params}
            waiting={state === 'waiting'}
            lapOf={lapOf}
          />
        </ol>
      )}
      {query.hasNextPage && !noFollow ? (
        <div className="p-4 md:px-6">
          <Button wide look="plain" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t(words.more)}
          </Button>
        </div>
      ) : null}
    </section>
  )
}
