import { ChevronRight, Star } from 'lucide-react'
import { memo } from 'react'
import { courseKm } from '#features/courses/web/figures.ts'
import { resultOutcomeWords } from '#features/results/report/outcome.words.ts'
import { path } from '#seam/web/paths.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { countText, shortDuration } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Link } from '#ui/router/Link.tsx'
import { followWords } from './follow/follow.words.ts'
import { liveWords as words } from './live.words.ts'
import { metresAfter } from './place.rules.ts'
import { liveMoment } from './runner/liveMoment.ts'
import { usePoint } from './usePoint.ts'
import type { ShownRunner } from './useLiveRace.ts'

/** The silence of a device, in milliseconds, after which the page shows the moment of its last fix. */
export const SILENT_MS = 120_000

/**
 * Returns the parts of a row that change with time. The kilometres are null while the place of the runner is unknown.
 */
export const rowAt = (runner: ShownRunner, now: number): { km: string | null; silent: boolean } => {
  const metres = metresAfter(runner, now - runner.at)
  return {
    km: metres === null ? null : courseKm(metres),
    silent: runner.seen !== null && now - Date.parse(runner.seen) > SILENT_MS,
  }
}
type RowProps = ReturnType<typeof rowAt> & {
  runner: ShownRunner
  zone: string
  followed: boolean
  /** True before the start of the event. */
  waiting: boolean
  lap: string | undefined
  /** The parameters of the page that stay in the address. */
  params: Readonly<Record<string, string | undefined>>
}

/** The place of a runner in words. Without a device the place is an estimate, and the text says so. */
const WhereNow = ({ runner, km }: Pick<RowProps, 'runner' | 'km'>) => {
  const t = useWords()
  // A runner whom no mat has seen may not even have started.
  const isSeen = runner.last !== null || runner.by === 'gps'
  // Without a passing, the column at the right has the place of the device.
  if (km === null || runner.outcome !== 'running' || !isSeen || runner.last === null) return null
  return (
    <span className="figures whitespace-nowrap">{t(runner.by === 'gps' ? words.gps_km : words.about_km, { km })}</span>
  )
}

/** The place that a device gives of a runner whom no mat has seen yet. */
const ByDevice = ({ runner, km, silent, zone }: Pick<RowProps, 'runner' | 'km' | 'silent' | 'zone'>) => {
  const t = useWords()
  const { lang } = useLang()
  const seen = runner.seen === null ? '' : liveMoment(runner.seen, runner.at, lang, zone)
  return (
    <>
      <span className="display block text-20 leading-none">{km === null ? '–' : t(words.km, { n: km })}</span>
      <span className="figures mt-1 block text-14 text-soft">
        {km === null ? t(words.off_course, { time: seen }) : t(words.gps_at, { time: silent ? seen : '' }).trim()}
      </span>
    </>
  )
}

/**
 * One runner of the live list. A row gets texts and not the time, so React skips each row whose texts stay the same.
 */
export const RunnerRow = memo(({ runner, km, silent, zone, followed, params, waiting, lap }: RowProps) => {
  const t = useWords()
  const point = usePoint()
  const { bib, name, outcome, last, next, finish, place } = runner
  const finished = outcome === 'finished'
  return (
    <Link
      href={path.live({ ...params, bib })}
      className="flex min-h-16 items-center gap-3 border-b border-line px-4 py-2 transition hover:bg-tint md:gap-5 md:px-6"
    >
      <span className="display w-8 shrink-0 text-20 leading-none text-strong @2xl:w-14 @2xl:text-28">
        {place === null || waiting ? '–' : countText(place)}
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex min-w-0 items-center gap-1.5">
          <span dir="auto" className="truncate font-medium">
            {name ?? t(words.hidden)}
          </span>
          {followed ? (
            <Star
              className="size-4 shrink-0 fill-current text-strong"
              role="img"
              aria-label={t(followWords.followed)}
            />
          ) : null}
        </span>
        <span className="figures flex gap-x-3 overflow-hidden text-14 text-soft">
          <span className="whitespace-nowrap">{bib}</span>
          <WhereNow runner={runner} km={km} />
          {lap ? <span className="whitespace-nowrap">{lap}</span> : null}
          {runner.team ? <span className="hidden truncate @2xl:inline">{runner.team}</span> : null}
        </span>
      </span>
      <span className="figures hidden shrink-0 text-right text-14 text-soft @2xl:block">
        {next ? t(words.next_at, { point: point(next.label), time: shortDuration(next.prediction.ms / 1000) }) : null}
        {finish && next?.label !== '终点' ? (
          <span className="block">
            {t(words.finish)} {shortDuration(finish.ms / 1000)}
          </span>
        ) : null}
      </span>
      <span className="shrink-0 text-right">
        {waiting && outcome === 'running' && last === null ? (
          <span className="text-14 text-soft">{t(words.before_start)}</span>
        ) : finished && last ? (
          <span className="display block text-20 leading-none @2xl:text-28">{shortDuration(last.ms / 1000)}</span>
        ) : outcome === 'running' && last === null && runner.by === 'gps' ? (
          <ByDevice runner={runner} km={km} silent={silent} zone={zone} />
        ) : outcome === 'running' ? (
          <>
            <span className="display block text-20 leading-none">{last ? shortDuration(last.ms / 1000) : '–'}</span>
            <span className="figures mt-1 block text-14 text-soft">{last ? point(last.label) : t(words.not_seen)}</span>
          </>
        ) : (
          <Chip>{t(resultOutcomeWords[outcome])}</Chip>
        )}
      </span>
      <ChevronRight className="size-5 shrink-0 text-soft" aria-hidden />
    </Link>
  )
})
