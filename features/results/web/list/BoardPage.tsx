import { Maximize } from 'lucide-react'
import { useRef, useState } from 'react'
import { raceShow } from '#features/races/contract.ts'
import { Button } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { countText, dateText, shortDuration } from '#ui/language/clock.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import { Page, useTitle } from '#ui/layout/Page.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { path } from '#seam/web/paths.ts'
import { type ReportRow, timingReportsFetch } from '../../contract.ts'
import { NoRace } from './NoRace.tsx'
import { resultStandingWords } from '../../publication/publication.words.ts'
import { boardWords as words } from '../report/runner.words.ts'
import { resultListWords, scoreWords } from '../report/score.words.ts'
import { usePointName } from '../report/SplitTable.tsx'
import { useLive } from './useLive.ts'

const shown = 10
const plain = (clock: string): string =>
  shortDuration(clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0))

/** Shows the leaders of an event on a screen that many people watch. The page updates by itself and needs no input. */
export const BoardPage = () => {
  const t = useWords()
  const { lang } = useLang()
  const go = useGo()
  const { raceid } = link()
  const eventOfLink = usePageParams().eventid
  const race = useAsk(
    raceShow,
    { raceid: raceid ?? 0 },
    { enabled: raceid !== undefined, quiet: true, staleTime: 300_000 },
  )
  // The page also asks at an interval, in case the stream of changes does not reach it.
  const every = { quiet: true, keep: true, refetchInterval: 15_000, enabled: raceid !== undefined } as const
  const first = useAsk(timingReportsFetch, { raceid: raceid ?? 0, limit: 1 }, every)
  const sheets = first.data?.sheets ?? []
  const sheet = sheets.find(({ eventid }) => String(eventid) === eventOfLink) ?? sheets[0]
  const leaders = (gender: 'M' | 'F') => ({ raceid: raceid ?? 0, eventid: sheet?.eventid ?? 0, gender, limit: shown })
  const ready = { ...every, enabled: sheet !== undefined }
  const men = useAsk(timingReportsFetch, leaders('M'), ready)
  const women = useAsk(timingReportsFetch, leaders('F'), ready)
  const [opened] = useState(() => Date.now())
  const at = new Date(Math.max(opened, men.dataUpdatedAt, women.dataUpdatedAt))
  const refresh = () => {
    void men.refetch()
    void women.refetch()
    void first.refetch()
  }
  useLive(
    raceid,
    sheet?.provisional ?? false,
    (news) => sheet && (news.all || news.eventids.includes(sheet.eventid)) && refresh(),
  )

  const screen = useRef<HTMLElement>(null)
  useTitle([t(words.title), race.data?.name].filter(Boolean).join(' · '))
  const error = race.error ?? first.error
  if (raceid === undefined || error)
    return (
      <Page title={t(words.title)}>
        {error ? <ErrorState error={error} onRetry={() => void (race.error ? race : first).refetch()} /> : <NoRace />}
      </Page>
    )
  if (first.data && !sheet)
    return (
      <Page title={t(words.title)}>
        <Empty title={t(words.none)} description={t(words.noneHow)} />
      </Page>
    )
  return (
    <main id="main" ref={screen} tabIndex={-1} className="flex flex-1 flex-col overflow-y-auto bg-ground outline-none">
      <header className="bg-fill text-on-fill">
        <div
          className={
            'mx-auto flex w-full max-w-[120rem] flex-wrap items-center ' +
            'justify-between gap-x-6 gap-y-3 px-4 py-4 md:px-10 md:py-6'
          }
        >
          <div className="min-w-0">
            <h1 className="text-28 font-bold md:text-40">{race.data?.name ?? ' '}</h1>
            <p className="figures flex flex-wrap items-center gap-x-3 text-16 md:text-20">
              <span>{sheet?.name}</span>
              {sheet ? <span>{t(words.finishers, { n: countText(sheet.finishers) })}</span> : null}
            </p>
          </div>
          <div className="flex items-center gap-3">
            {sheet ? (
              <Chip tone={!sheet.provisional && sheet.official ? 'success' : 'warning'}>
                {t(
                  sheet.provisional
                    ? words.provisional
                    : resultStandingWords[sheet.official ? 'official' : 'provisional'],
                )}
              </Chip>
            ) : null}
            {document.fullscreenEnabled ? (
              <Button
                look="plain"
                className="hidden md:inline-flex"
                icon={<Maximize className="size-5" aria-hidden />}
                onClick={() => void screen.current?.requestFullscreen()}
              >
                {t(words.full)}
              </Button>
            ) : null}
          </div>
        </div>
      </header>
      <div className="mx-auto grid w-full max-w-[120rem] gap-4 px-4 py-4 md:gap-8 md:px-10 md:py-8">
        {sheets.length > 1 ? (
          <Segmented
            label={t(resultListWords.event)}
            value={String(sheet?.eventid ?? '')}
            onChange={(eventid) => go(path.board({ eventid }), { replace: true })}
            options={sheets.map(({ eventid, name }) => ({ value: String(eventid), label: name }))}
          />
        ) : null}
        <div className="grid items-start gap-4 md:grid-cols-2 md:gap-8">
          {(
            [
              ['M', men],
              ['F', women],
            ] as const
          ).map(([gender, list]) => (
            <section
              key={gender}
              aria-labelledby={`board-${gender}`}
              className="rounded bg-surface p-4 shadow-card md:p-8"
            >
              <h2 id={`board-${gender}`} className="mb-2 text-28 font-bold text-strong md:text-40">
                {t(gender === 'M' ? words.men : words.women)}
              </h2>
              {list.data ? (
                list.data.items.length > 0 ? (
                  <Leaders rows={list.data.items} />
                ) : (
                  <p className="py-10 text-20 text-soft">{t(words.waiting)}</p>
                )
              ) : (
                <SkeletonCards count={5} className="h-14" />
              )}
            </section>
          ))}
        </div>
        <p className="figures text-14 text-soft">
          {t(words.updated, { time: dateText(at, lang, 'second', race.data?.zone) })}
        </p>
      </div>
    </main>
  )
}

const Leaders = ({ rows }: { rows: readonly ReportRow[] }) => {
  const t = useWords()
  const nameOf = usePointName()
  return (
    <ol className="divide-y divide-line">
      {rows.map((row) => {
        const time = row.basis === 'gun' ? (row.time ?? row.nettime) : (row.nettime ?? row.time)
        return (
          <li
            key={row.id}
            className={
              'grid grid-cols-[3rem_minmax(0,1fr)_auto] items-center gap-3 ' +
              'py-2.5 md:grid-cols-[5rem_minmax(0,1fr)_auto] md:py-3'
            }
          >
            <span className="display text-28 text-strong md:text-40">{row.gender_place ?? '–'}</span>
            <span className="min-w-0">
              <span dir="auto" className="block truncate text-left text-20 font-medium md:text-28">
                {row.name ?? t(scoreWords.hiddenName)}
              </span>
              <span className="figures block truncate text-14 text-soft md:text-16">
                {[row.bib, row.country, row.club].filter(Boolean).join(' · ')}
              </span>
            </span>
            {row.outcome === 'finished' && time ? (
              <span className="display text-28 md:text-40">{plain(time)}</span>
            ) : (
              <span className="text-right">
                <span className="block text-16 text-soft md:text-20">{row.last ? nameOf(row.last.label) : '–'}</span>
                <span className="display block text-20 md:text-28">{row.last ? plain(row.last.time) : ''}</span>
              </span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
