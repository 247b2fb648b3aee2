import { Maximize, WifiOff } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { raceShow } from '#features/races/contract.ts'
import { LaterQrCode } from '#ui/media/LaterQrCode.tsx'
import { IconButton } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { dateText } from '#ui/language/clock.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Dotted } from '#ui/layout/Dotted.ts'
import { Lanes } from '#ui/layout/Lanes.ts'
import { useOnline } from '#ui/feedback/Offline.tsx'
import { useTitle } from '#ui/layout/Page.tsx'
import { bannerPicture } from '#ui/layout/RaceBanner.ts'
import { useNow } from '#ui/feedback/Countdown.tsx'
import { shortTime } from '#contract/written.ts'
import type { HallJob, HallView } from '../contract.ts'
import { hallWords as words } from './hall.words.ts'
import { JobPicture } from './JobPicture.tsx'
import { TestPicture } from './TestPicture.tsx'
import { useAwake, useStation, useWholeWindow } from './useStation.ts'

/** The time after which a screen repeats a failed call. */
const AGAIN_MS = 3000

/**
 * The hall's big screen. It shows the pictures of phones one after the other, or a picture with a code if no picture
 * waits.
 */
export const HallScreenPage = () => {
  const t = useWords()
  const { key, view, error, lost, act, again } = useStation('screen')
  useTitle(t(words.title))
  useAwake()
  useWholeWindow()
  const [tried, setTried] = useState(0)
  const online = useOnline()
  const current = view?.current ?? null
  useEffect(() => {
    if (view?.station.kind !== 'screen' || (!view.current && view.waiting === 0)) return undefined
    const left = view.current ? Math.max(0, view.left_ms - (performance.now() - view.came)) : 0
    const timer = setTimeout(
      () =>
        void act('next', view.current?.id).then((said) => said || setTimeout(() => setTried((n) => n + 1), AGAIN_MS)),
      left,
    )
    return () => clearTimeout(timer)
  }, [view, tried, act])
  return (
    <main id="main" tabIndex={-1} className="fixed inset-0 z-40 flex flex-col overflow-hidden bg-surface outline-none">
      {view?.station.kind === 'screen' ? (
        view.test ? (
          <TestPicture key={view.test.at} view={view} fills onOver={again} />
        ) : current ? (
          <Showing key={current.id} job={current} view={view} />
        ) : (
          <Idle view={view} />
        )
      ) : (
        <div className="m-auto">
          {view ? (
            <Empty page title={t(words.wrong_kind)} description={t(words.no_station_text)} />
          ) : error && error.code !== 'network' ? (
            <ErrorState page error={error} />
          ) : key === undefined ? (
            <Empty page title={t(words.no_station)} description={t(words.no_station_text)} />
          ) : (
            <p role="status" className="text-20 text-soft">
              {error ? t(words.lost) : '…'}
            </p>
          )}
        </div>
      )}
      {lost && view && online ? (
        <p role="status" className="absolute left-6 top-6 z-10">
          <Chip tone="warning" icon={<WifiOff className="size-4" aria-hidden />}>
            {t(words.lost)}
          </Chip>
        </p>
      ) : null}
      {document.fullscreenEnabled ? (
        <IconButton
          label={t(words.full)}
          className="!absolute right-3 top-3 z-10 bg-surface/70 opacity-40 hover:opacity-100 focus-visible:opacity-100"
          onClick={() =>
            void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen())
          }
        >
          <Maximize className="size-5" aria-hidden />
        </IconButton>
      ) : null}
    </main>
  )
}

/** The code that leads a phone to this screen. */
const Come = ({ view, size }: { view: HallView; size: number }) => {
  const t = useWords()
  const search = new URLSearchParams({ raceid: String(view.raceid), client: view.station.code })
  return (
    <Suspense fallback={<div style={{ width: size, height: size }} />}>
      <LaterQrCode text={`${location.origin}/hall?${search}`} size={size} label={t(words.code)} />
    </Suspense>
  )
}

const Showing = ({ job, view }: { job: HallJob; view: HallView }) => {
  const t = useWords()
  const rest = view.waiting - view.next.length
  return (
    <div
      className={
        'grid min-h-0 flex-1 grid-rows-[minmax(0,1fr)_auto] animate-fade ' +
        'landscape:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)] landscape:grid-rows-1'
      }
    >
      <div
        className={
          'flex min-h-0 items-center justify-center ' +
          'bg-[linear-gradient(180deg,var(--c-sunk),var(--c-line))] ' +
          'p-[4vmin]'
        }
      >
        <JobPicture job={job} />
      </div>
      <div className="flex min-h-0 flex-col justify-between gap-[3vmin] p-[4vmin]">
        <div>
          <p className="text-[clamp(1rem,2.4vmin,2rem)] font-medium text-strong">{t(words.cheer)}</p>
          <h1 className="mt-[1vmin] text-[clamp(2rem,9vmin,8rem)] font-bold leading-tight [overflow-wrap:anywhere]">
            {job.name ?? t(words.hidden)}
          </h1>
          <p className="figures mt-[1vmin] text-[clamp(1rem,2.6vmin,2rem)] text-soft">
            <Dotted text={[job.bib, job.event].filter(Boolean).join(' · ')} />
          </p>
          {(job.time ?? job.nettime) ? (
            <p className="display mt-[3vmin] text-[clamp(3rem,20vmin,20rem)] leading-none text-strong">
              {shortTime((job.time ?? job.nettime)!)}
            </p>
          ) : null}
          <p className="figures mt-[2vmin] flex flex-wrap gap-x-[3vmin] text-[clamp(1rem,3vmin,2.5rem)]">
            {job.place === null ? null : <span className="font-medium">{t(words.place, { n: job.place })}</span>}
            {job.time && job.nettime && job.nettime !== job.time ? (
              <span className="text-soft">
                {t(words.net)} {shortTime(job.nettime)}
              </span>
            ) : null}
          </p>
        </div>
        <div className="flex items-end justify-between gap-[3vmin]">
          <div className="min-w-0 text-[clamp(0.875rem,2.2vmin,1.75rem)]">
            {view.next.length > 0 ? (
              <>
                <h2 className="text-soft">{t(words.next)}</h2>
                <ol className="mt-[0.5vmin]">
                  {view.next.slice(0, 3).map((one) => (
                    <li key={one.id} className="truncate font-medium">
                      {one.name ?? t(words.hidden)} <span className="figures font-normal text-soft">{one.bib}</span>
                    </li>
                  ))}
                </ol>
                {rest + Math.max(0, view.next.length - 3) > 0 ? (
                  <p className="figures text-soft">{t(words.more, { n: rest + Math.max(0, view.next.length - 3) })}</p>
                ) : null}
              </>
            ) : (
              <p className="max-w-[24ch] text-soft">{t(words.come)}</p>
            )}
          </div>
          <div className="shrink-0 max-md:hidden">
            <Come view={view} size={Math.round(Math.min(innerWidth, innerHeight) * 0.18)} />
          </div>
        </div>
      </div>
    </div>
  )
}

const Idle = ({ view }: { view: HallView }) => {
  const t = useWords()
  const { lang } = useLang()
  const race = useAsk(raceShow, { raceid: view.raceid }, { quiet: true, staleTime: 300_000 }).data
  const picture = race?.header ?? race?.cover
  const now = useNow(10_000)
  const opens = view.settings.open ? view.settings.from : undefined
  return (
    <div
      className={
        'grid min-h-0 flex-1 grid-rows-[minmax(0,1fr)_auto] animate-fade ' +
        'landscape:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)] landscape:grid-rows-1'
      }
    >
      <div className="relative min-h-0 overflow-hidden bg-black">
        {picture ? (
          <img {...bannerPicture(picture)} alt="" className="absolute inset-0 size-full object-cover" sizes="140vw" />
        ) : null}
        {picture ? null : <Lanes />}
        <div className="absolute inset-0 bg-[linear-gradient(180deg,transparent_35%,rgb(0_0_0/0.8))]" />
        <div className="absolute inset-x-0 bottom-0 p-[4vmin] text-white">
          <p className="text-[clamp(1.75rem,7vmin,6rem)] font-bold leading-tight">{race?.name}</p>
          <p className="figures mt-[1vmin] text-[clamp(1rem,2.6vmin,2rem)]">
            {race ? [race.city, dateText(race.time, lang, 'day', race.zone)].filter(Boolean).join(' · ') : ' '}
          </p>
        </div>
      </div>
      <div className="flex flex-col items-center justify-center gap-[3vmin] p-[4vmin] text-center">
        {view.open ? (
          <>
            <h1 className="text-[clamp(1.5rem,5vmin,4rem)] font-bold leading-tight">{t(words.come)}</h1>
            <div className="rounded bg-white p-[1vmin] shadow-card">
              <Come view={view} size={Math.round(Math.min(innerWidth, innerHeight) * 0.42)} />
            </div>
            <p className="max-w-[28ch] text-balance text-[clamp(1rem,2.6vmin,2rem)] text-soft">{t(words.come_how)}</p>
          </>
        ) : (
          <>
            <h1 className="text-[clamp(1.5rem,5vmin,4rem)] font-bold leading-tight">{t(words.shut)}</h1>
            <p className="text-[clamp(1rem,2.6vmin,2rem)] text-soft">
              {opens && Date.parse(opens) > now ? dateText(opens, lang, 'deadline', race?.zone) : t(words.shut_text)}
            </p>
          </>
        )}
      </div>
    </div>
  )
}
