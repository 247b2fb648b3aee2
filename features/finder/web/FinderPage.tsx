import { useInfiniteQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useDeferredValue } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { eventTypes } from '#features/events/contract.ts'
import { words as eventWords } from '#features/events/words.ts'
import { apiHelperRaces, periods, sorts } from '#features/finder/contract.ts'
import { Button } from '#ui/form/Button.tsx'
import { type Refused, askKey, call } from '#ui/network/call.ts'
import { ChoiceChip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { hrefTo } from '#ui/router/address.ts'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { useTitle } from '#ui/layout/Page.tsx'
import { Select } from '#ui/form/Select.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { words } from '../words.ts'
import { FoundRaceCard } from './FoundRaceCard.tsx'
import { homeWords } from './home.words.ts'

const oneOf = <T extends string>(all: readonly T[], given: string | undefined): T | undefined =>
  all.find((each) => each === given)

/**
 * The race finder, at the address without a path. The address holds its filters, so that the back button and shared
 * links work. `lost` is the reason why a link shows the finder instead of its own page.
 */
export const FinderPage = ({ lost }: { lost?: string | undefined }) => {
  const t = useWords()
  const { lang } = useLang()
  const go = useGo()
  const params = usePageParams()
  useTitle(t(words.title))
  const request = {
    type: oneOf(eventTypes, params.type),
    period: oneOf(periods, params.period),
    sort: oneOf(sorts, params.sort) ?? 'open',
    search: (params.search ?? '').slice(0, 100),
  }
  const input = useDeferredValue(JSON.stringify(request))
  const set = (change: Record<string, string | undefined>) => {
    const next = { type: params.type, period: params.period, sort: params.sort, search: params.search, ...change }
    go(hrefTo('/', { ...next, raceid: null }), { replace: true })
  }
  const races = useInfiniteQuery<
    OutputOf<typeof apiHelperRaces>,
    Refused,
    { pages: OutputOf<typeof apiHelperRaces>[] },
    ReturnType<typeof askKey>,
    string | undefined
  >({
    queryKey: askKey(apiHelperRaces.path, undefined, lang, JSON.parse(input) as object),
    queryFn: ({ pageParam, signal }) =>
      call(
        apiHelperRaces,
        { ...(JSON.parse(input) as typeof request), limit: 24, ...(pageParam ? { after: pageParam } : {}) },
        { signal, lang },
      ),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.after ?? undefined,
    placeholderData: (before) => before,
  })
  const found = races.data?.pages.flatMap(({ items }) => items)
  const filtered = Boolean(request.type ?? request.period ?? request.search)
  return (
    <main id="main" className="flex flex-col">
      <div className="relative isolate overflow-hidden bg-tint">
        <Lanes />
        <div className="frame flex flex-col gap-5 pb-6 pt-8 md:pb-10 md:pt-14">
          {lost ? (
            <div role="alert" className="rounded bg-warning-tint px-4 py-3 text-warning-ink md:w-fit">
              <p className="text-16 font-bold">{lost}</p>
              <p className="mt-1">{t(homeWords.lost_how)}</p>
            </div>
          ) : null}
          <div>
            <h1 className="text-28 font-bold text-balance md:text-40">{t(homeWords.hero)}</h1>
            <p className="mt-2 max-w-[44ch] text-16">{t(homeWords.hero_text)}</p>
          </div>
          <TextInput
            className="max-w-[40rem]"
            inputClassName="min-h-14 shadow-card"
            label={t(words.search)}
            bare
            type="search"
            enterKeyHint="search"
            placeholder={t(words.search)}
            before={<Search className="size-5" aria-hidden />}
            value={params.search ?? ''}
            maxLength={100}
            onChange={(event) => set({ search: event.target.value || undefined })}
            onClear={() => set({ search: undefined })}
          />
        </div>
      </div>
      <div className="frame flex flex-col gap-4 py-4 md:py-6">
        <div className="flex flex-col gap-3 md:flex-row md:items-center md:justify-between md:gap-8">
          <div
            role="group"
            aria-label={t(homeWords.type)}
            className={
              '-mx-4 flex min-w-0 gap-2 overflow-x-auto px-4 py-0.5 ' +
              '[scrollbar-width:none] md:mx-0 md:flex-wrap md:px-0'
            }
          >
            <ChoiceChip chosen={request.type === undefined} onClick={() => set({ type: undefined })}>
              {t(words.all_types)}
            </ChoiceChip>
            {eventTypes.map((type) => (
              <ChoiceChip
                key={type}
                chosen={request.type === type}
                onClick={() => set({ type: request.type === type ? undefined : type })}
              >
                {t(eventWords[type])}
              </ChoiceChip>
            ))}
          </div>
          <div className="grid shrink-0 grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-2 md:w-80">
            <Select
              bare
              label={t(homeWords.period)}
              value={request.period ?? ''}
              onChange={(event) => set({ period: event.target.value || undefined })}
              options={[
                { value: '', label: t(words.any_time) },
                ...periods.map((value) => ({ value, label: t(words[value]) })),
              ]}
            />
            <Select
              bare
              label={t(homeWords.sort)}
              value={request.sort}
              onChange={(event) => set({ sort: event.target.value })}
              options={sorts.map((value) => ({ value, label: t(words[`by_${value}`]) }))}
            />
          </div>
        </div>
        {races.error && !races.isFetchNextPageError ? (
          <ErrorState error={races.error} onRetry={() => void races.refetch()} />
        ) : null}
        {found?.length === 0 ? (
          <Empty
            title={t(filtered ? words.none : words.none_at_all)}
            description={t(filtered ? words.none_hint : words.none_at_all_hint)}
            action={
              filtered ? (
                <Button look="plain" onClick={() => set({ type: undefined, period: undefined, search: undefined })}>
                  {t(homeWords.reset)}
                </Button>
              ) : null
            }
          />
        ) : null}
        <ul className="grid gap-4 md:grid-cols-2 md:gap-6 lg:grid-cols-3">
          {found?.map((race, at) => (
            <li key={race.id}>
              <FoundRaceCard race={race} first={at === 0} />
            </li>
          ))}
          {races.isPending
            ? [1, 2, 3, 4, 5, 6].map((n) => (
                <li key={n}>
                  <Skeleton className="h-80 rounded" />
                </li>
              ))
            : null}
        </ul>
        <MoreButton list={races} />
      </div>
    </main>
  )
}

/** A decoration: lanes of a track that leave the page to the right. */
const Lanes = () => (
  <svg
    aria-hidden
    className="absolute inset-0 -z-10 size-full text-accent"
    viewBox="0 0 1200 400"
    preserveAspectRatio="xMaxYMid slice"
    fill="none"
    stroke="currentColor"
  >
    {[0, 1, 2, 3, 4, 5, 6].map((n) => (
      <path
        key={n}
        d={`M${560 + n * 46} 460C${700 + n * 40} ${300 - n * 6} ${860 + n * 34} ${190 - n * 14} 1300 ${20 + n * 44}`}
        strokeWidth={n % 2 ? 2 : 10}
        strokeOpacity={n % 2 ? 0.5 : 0.16}
      />
    ))}
  </svg>
)
