import { ArrowUp, WifiOff } from 'lucide-react'
import { useState } from 'react'
import { raceShow } from '#features/races/contract.ts'
import { NoRace } from '#features/results/web/list/NoRace.tsx'
import { useAccount } from '#seam/web/account.tsx'
import { Button } from '#ui/form/Button.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useTitle } from '#ui/layout/Page.tsx'
import { RaceBanner } from '#ui/layout/RaceBanner.ts'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { useAsk } from '#ui/network/call.ts'
import { link } from '#ui/router/address.ts'
import { later } from '#ui/router/later.ts'
import { liveFeedAuth } from '../contract.ts'
import { EntryCard } from './EntryCard.tsx'
import type { EntryLook } from './entryLook.ts'
import { PlaceFilter } from './PlaceFilter.tsx'
import { feedWords as words } from './feed.words.ts'
import type { CoursePart } from './feedList.rules.ts'
import { useFeed } from './useFeed.ts'
import { useSharedEntry } from './useSharedEntry.ts'

/** Most readers write nothing, so the part for reporters and applicants is fetched after the entries are visible. */
const ReporterCard = later(async () => (await import('./ReporterCard.tsx')).ReporterCard)

/** The page of the live feed: pictures, films and text, the newest first. Everybody may read it. */
export const FeedPage = () => {
  const t = useWords()
  const { raceid } = link()
  useTitle(t(words.title))
  return raceid === undefined ? (
    <main id="main" className="frame-narrow py-8">
      <h1 className="mb-4 text-20 font-bold">{t(words.title)}</h1>
      <NoRace />
    </main>
  ) : (
    <Feed raceid={raceid} />
  )
}

const Feed = ({ raceid }: { raceid: number }) => {
  const t = useWords()
  const { lang } = useLang()
  const race = useAsk(raceShow, { raceid }, { quiet: true, staleTime: 300_000 })
  const account = useAccount()
  const [part, setPart] = useState<CoursePart>()
  const feed = useFeed(raceid, part)
  useSharedEntry(feed.page, feed.more)
  const may = useAsk(liveFeedAuth, { raceid }, { quiet: true, enabled: !account.pending })
  const zone = race.data?.zone ?? 'Asia/Shanghai'
  const look: EntryLook = {
    raceid,
    zone,
    cheers: feed.page?.cheers ?? false,
    comments: (feed.page?.comments ?? 'off') !== 'off',
    loggedIn: account.loggedIn,
    own: may.data?.own ?? [],
    onGone: feed.again,
  }
  const line = race.data
    ? [race.data.city, dateText(race.data.time, lang, 'day', zone)].filter(Boolean).join(' · ')
    : ''
  const pinned = part === undefined ? (feed.page?.pinned ?? []) : []
  return (
    <main id="main" className="flex flex-col pb-16">
      <RaceBanner name={race.data?.name ?? ''} picture={race.data?.header ?? null} line={line} form="band" plain>
        <h1 className="mt-2 flex flex-wrap items-center gap-3 text-28 font-bold">
          {t(words.title)}
          {feed.page?.open ? (
            <span className="inline-flex items-center gap-2 whitespace-nowrap rounded-full bg-danger-tint px-3 py-1 text-14 font-bold text-danger-ink">
              <span aria-hidden className="relative flex size-2.5">
                <span className="absolute inset-0 rounded-full bg-danger-ink opacity-60 motion-safe:animate-ping" />
                <span className="size-2.5 rounded-full bg-danger-ink" />
              </span>
              {t(words.live)}
            </span>
          ) : null}
        </h1>
      </RaceBanner>
      <div className="frame grid items-start gap-6 py-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-10">
        <div className="min-w-0">
          <PlaceFilter items={feed.page?.items ?? []} chosen={part} onChoose={setPart} />
          <div aria-live="polite" className="sticky top-2 z-20 flex justify-center">
            {feed.fresh > 0 ? (
              <button
                type="button"
                onClick={feed.showFresh}
                className="animate-rise inline-flex min-h-11 items-center gap-2 rounded-full bg-fill px-5 font-bold text-on-fill shadow-card"
              >
                <ArrowUp className="size-5" aria-hidden />
                {t(words.fresh, { n: feed.fresh })}
              </button>
            ) : null}
            {feed.lost ? (
              <p className="inline-flex min-h-11 items-center gap-2 rounded-full bg-warning-tint px-5 text-14 text-warning-ink">
                <WifiOff className="size-4" aria-hidden />
                {t(words.paused)}
              </p>
            ) : null}
          </div>
          {feed.error && !feed.page ? <ErrorState page error={feed.error} onRetry={feed.again} /> : null}
          {!feed.page && !feed.error ? <SkeletonCards count={3} className="h-80" /> : null}
          {pinned.length > 0 ? (
            <section aria-label={t(words.pinned)} className="mb-6 grid gap-4">
              {pinned.map((entry) => (
                <EntryCard key={entry.id} entry={entry} look={look} pinned />
              ))}
            </section>
          ) : null}
          {feed.page && feed.items.length === 0 ? (
            <Empty title={t(part ? words.none_here : words.none)} description={part ? undefined : t(words.none_text)} />
          ) : null}
          <ol className="relative grid gap-6 md:ml-3 md:border-l-2 md:border-line md:pl-8">
            {feed.items
              .filter(({ id }) => !pinned.some((one) => one.id === id))
              .map((entry) => (
                <li key={entry.id} className="animate-fade relative min-w-0">
                  <span
                    aria-hidden
                    className="absolute top-5 -left-[2.55rem] hidden size-3.5 rounded-full border-2 border-surface bg-fill md:block"
                  />
                  <EntryCard entry={entry} look={look} />
                </li>
              ))}
          </ol>
          {feed.page?.after ? (
            <Button look="plain" wide className="mt-6" busy={feed.loading} onClick={feed.more}>
              {t(words.older)}
            </Button>
          ) : feed.items.length > 3 ? (
            <p className="mt-8 text-center text-14 text-soft">{t(words.ended)}</p>
          ) : null}
        </div>
        {/* On a phone the button of a reporter stands above the entries, because a day has many entries. */}
        <aside className={`grid gap-4 lg:sticky lg:top-4 lg:order-none ${may.data?.may_write ? 'order-first' : ''}`}>
          {may.data && feed.page?.open ? (
            <ReporterCard raceid={raceid} may={may.data} onChanged={() => void may.refetch()} onWritten={feed.again} />
          ) : null}
        </aside>
      </div>
    </main>
  )
}
